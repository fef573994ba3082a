package dev.chartroom.bootstrap;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Tables of all fields in a schema, as Markdown.
 *
 * @param sections the rows by the path that their fields have in common
 */
public record FieldTables(Map<String, List<String>> sections) {
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.]) (?=[A-Z])");
    private static final Pattern DEFAULT = Pattern.compile("^(Defaults to |If it is not set, ).*");
    private static final Pattern QUOTED = Pattern.compile("(?<![^ (])\"([^\"]+)\"(?=[ .,;:)]|$)");
    private static final Pattern CODE =
            Pattern.compile("[^ `]*[*_$\\[{<>=][^ `]*|[-\\w/]*\\w[./]\\w[-\\w./]*|[.]\\w[\\w.]*" + "|[a-z]+[A-Z]\\w*");
    private static final Pattern END = Pattern.compile("[.,;:]$");

    /** Formats of texts that say more than that it is a text. */
    private static final Map<String, String> FORMATS = Map.of("go-duration", "duration", "path", "path");

    private static final Map<String, String> LIMITS = new TreeMap<>(Map.of(
            "minimum", "at least %s",
            "maximum", "at most %s",
            "minLength", "at least %s characters",
            "maxLength", "at most %s characters",
            "minItems", "at least %s items",
            "maxItems", "at most %s items"));

    /** @param isSection whether the fields of the object at a path have a table of their own */
    public static FieldTables of(JsonObject schema, Predicate<String> isSection) {
        FieldTables tables = new FieldTables(new LinkedHashMap<>());
        tables.add("", "", schema, isSection);
        return tables;
    }

    public int size() {
        return sections.values().stream().mapToInt(List::size).sum();
    }

    /**
     * @param header what stands before the tables
     * @param title the title of the table of the outermost fields
     */
    public String text(String header, String title) {
        StringBuilder text = new StringBuilder(header);
        sections.forEach((path, rows) -> {
            text.append("\n## ")
                    .append(path.isEmpty() ? title : path.replace("[]", ""))
                    .append("\n\n");
            if (!path.isEmpty()) {
                text.append("The names of these fields begin with `")
                        .append(path)
                        .append("`.\n\n");
            }
            text.append("| Field | Type | Limits | Default | Meaning |\n|---|---|---|---|---|\n");
            rows.forEach(row -> text.append(row).append("\n"));
        });
        return text.toString();
    }

    /** Adds the fields of an object to a section, and the fields in these. */
    private void add(String section, String path, JsonObject schema, Predicate<String> isSection) {
        JsonObject properties = schema.objectOrEmpty("properties");
        List<String> required = schema.arrayOrEmpty("required").strings();
        for (String name : properties.names()) {
            JsonObject field = properties.objectOrEmpty(name);
            JsonObject item = field.object("items").orElse(field);
            String own = (path.isEmpty() ? "" : path + ".") + name;
            boolean isParent = item.has("properties");
            sections.computeIfAbsent(section, _ -> new ArrayList<>())
                    .add(row(own.substring(section.length()), field, required.contains(name)));
            if (isParent) {
                String nested = field.has("items") ? own + "[]" : own;
                add(isSection.test(nested) ? nested : section, nested, item, isSection);
            }
        }
    }

    private static String row(String name, JsonObject field, boolean required) {
        List<String> meaning = new ArrayList<>();
        List<String> preset = new ArrayList<>(required ? List.of("required") : List.of());
        if (field.has("default")) {
            preset.add("`" + (field.get("default") instanceof JsonString(String text) ? text : field.get("default"))
                    + "`");
        }
        boolean continues = false;
        for (String sentence : SENTENCE.split(description(name, field))) {
            continues = DEFAULT.matcher(sentence).matches() || (continues && sentence.startsWith("Otherwise"));
            (continues ? preset : meaning).add(continues ? sentence.replaceFirst("^Defaults to ", "") : sentence);
        }
        return "| `%s` | %s | %s | %s | %s |"
                .formatted(
                        name,
                        type(field),
                        limits(field),
                        markdown(END.matcher(String.join(" ", preset)).replaceFirst("")),
                        markdown(END.matcher(String.join(" ", meaning)).replaceFirst("")));
    }

    private static String description(String name, JsonObject field) {
        // A CustomResourceDefinition may not describe the metadata.
        return name.equals("metadata")
                ? "Its name is the plural, a dot and the group."
                : field.stringOrEmpty("description");
    }

    private static String type(JsonObject field) {
        String type = field.stringOrEmpty("type");
        return switch (type) {
            case "" -> "any";
            case "array" -> "list of " + type(field.objectOrEmpty("items")) + "s";
            case "object" ->
                field.get("additionalProperties") instanceof JsonObject
                        ? "map of " + type(field.objectOrEmpty("additionalProperties")) + "s"
                        : type;
            case "string" -> FORMATS.getOrDefault(field.stringOrEmpty("format"), type);
            default -> type;
        };
    }

    private static String limits(JsonObject field) {
        List<String> limits = new ArrayList<>();
        if (field.has("enum")) {
            limits.add("one of "
                    + field.arrayOrEmpty("enum").strings().stream()
                            .map(value -> "`" + value + "`")
                            .collect(Collectors.joining(", ")));
        }
        boolean isRange = field.has("minimum") && field.has("maximum");
        if (isRange) {
            limits.add(field.get("minimum") + " to " + field.get("maximum"));
        }
        LIMITS.forEach((keyword, text) -> {
            JsonValue limit = field.get(keyword);
            if (limit != null && !(isRange && keyword.endsWith("imum"))) {
                boolean isOne =
                        keyword.matches("min(Length|Items)") && limit.toString().equals("1");
                limits.add(isOne ? "not empty" : text.formatted(limit));
            }
        });
        String item = field.has("items") ? limits(field.objectOrEmpty("items")) : "";
        if (!item.isEmpty()) {
            limits.add("each " + item);
        }
        return String.join(", ", limits);
    }

    /** Returns a description with names and paths as code. */
    public static String markdown(String description) {
        String quoted = QUOTED.matcher(description).replaceAll("`$1`");
        StringBuilder text = new StringBuilder();
        boolean isCode = false;
        for (String part : quoted.split("(?=`)|(?<=`)")) {
            isCode ^= part.equals("`");
            text.append(isCode || part.equals("`") ? part : words(part));
        }
        return text.toString().replace("|", "\\|");
    }

    private static String words(String text) {
        return Pattern.compile("[^ ]+").matcher(text).replaceAll(word -> {
            String whole = word.group();
            String name = END.matcher(whole).replaceFirst("");
            String code = CODE.matcher(name).matches() ? "`" + name + "`" + whole.substring(name.length()) : whole;
            return Matcher.quoteReplacement(code);
        });
    }
}
