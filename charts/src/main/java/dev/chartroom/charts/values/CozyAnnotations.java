package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the comments of cozyvalues-gen. They declare named types, which are structs or enums, and values of these
 * types. An annotation that follows a declaration adds a keyword to this declaration.
 */
final class CozyAnnotations {
    private static final String NAMED = "\\s+\\{([^}]+)\\}\\s+(\\[?\\w+]?)"
            + "(?:=(\"[^\"]*\"|'[^']*'|\\{[^}]*\\}|\\[[^\\]]*]|\\S+))?(?:\\s+-\\s+(.*))?$";
    private static final Pattern PARAM = Pattern.compile("^#*\\s*@param" + NAMED);
    private static final Pattern FIELD = Pattern.compile("^#*\\s*@(?:field|property)" + NAMED);
    private static final Pattern TYPEDEF =
            Pattern.compile("^#*\\s*@typedef\\s+\\{(?:struct|object)\\}\\s+(\\w+)(?:\\s+-\\s+(.*))?$");
    private static final Pattern ENUM = Pattern.compile("^#*\\s*@enum\\s+\\{([^}]+)\\}\\s+(\\w+)(?:\\s+-\\s+(.*))?$");
    private static final Pattern VALUE =
            Pattern.compile("^#*\\s*@value\\s+(?:\"([^\"]+)\"|'([^']+)'|([-\\w.]+))(?:\\s+-\\s+(.*))?$");
    private static final Pattern ANNOTATION = Pattern.compile("^#*\\s*@([\\w-]+)\\s*(.*)$");

    private final Map<String, JsonObject> types = new LinkedHashMap<>();
    private final Map<String, JsonObject> params = new LinkedHashMap<>();
    /** The target of the next annotation: a type, a field of a type, or a value. */
    private String type = "";

    private String field = "";
    private String param = "";

    private CozyAnnotations() {}

    static void read(CommentBlocks blocks, Hints hints) {
        CozyAnnotations read = new CozyAnnotations();
        blocks.texts().forEach(read::line);
        hints.define(JsonObject.of(read.types));
        read.params.forEach((name, schema) ->
                hints.add(new JsonPointer(List.of(name)), new Hint(null, schema, true, false, false)));
    }

    private void line(String text) {
        Matcher matcher = TYPEDEF.matcher(text);
        if (matcher.matches()) {
            setTarget(matcher.group(1), "", "");
            types.put(type, CozyTypes.type("object"));
            return;
        }
        matcher = ENUM.matcher(text);
        if (matcher.matches()) {
            setTarget(matcher.group(2), "", "");
            types.put(type, CozyTypes.schema(matcher.group(1)).with("enum", JsonArray.EMPTY));
            return;
        }
        matcher = FIELD.matcher(text);
        if (matcher.matches()) {
            field(matcher);
            return;
        }
        matcher = PARAM.matcher(text);
        if (matcher.matches()) {
            setTarget("", "", name(matcher));
            params.put(param, member(matcher));
            return;
        }
        matcher = VALUE.matcher(text);
        if (matcher.matches() && types.containsKey(type)) {
            value(matcher);
            return;
        }
        matcher = ANNOTATION.matcher(text);
        if (matcher.matches()) {
            keyword(matcher.group(1), matcher.group(2));
        }
    }

    private void setTarget(String newType, String newField, String newParam) {
        type = newType;
        field = newField;
        param = newParam;
    }

    private void field(Matcher matcher) {
        JsonObject holder = types.get(type);
        if (holder == null) {
            return;
        }
        field = name(matcher);
        JsonObject with =
                holder.with("properties", holder.objectOrEmpty("properties").with(field, member(matcher)));
        boolean optional = matcher.group(2).startsWith("[") || CozyTypes.isOptional(matcher.group(1));
        if (!optional) {
            JsonArray required = holder.arrayOrEmpty("required");
            with = with.with("required", JsonArray.ofStrings(appended(required.strings(), field)));
        }
        types.put(type, with);
    }

    private void value(Matcher matcher) {
        JsonObject holder = types.getOrDefault(type, JsonObject.EMPTY);
        String text = matcher.group(1) != null
                ? matcher.group(1)
                : matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
        boolean texts = holder.stringOrEmpty("type").equals("string");
        List<JsonValue> values = new ArrayList<>(holder.arrayOrEmpty("enum").values());
        values.add(texts ? new JsonString(text) : InlineKeywords.value(text));
        types.put(type, holder.with("enum", new JsonArray(values)));
    }

    /** Adds a keyword to the current field or value. */
    private void keyword(String keyword, String text) {
        switch (keyword) {
            case "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems" ->
                add(keyword, InlineKeywords.value(text));
            case "exclusiveMinimum", "exclusiveMaximum" -> add(keyword, JsonBoolean.TRUE);
            case "pattern" -> add(keyword, new JsonString(text));
            case "immutable" ->
                add(
                        "x-kubernetes-validations",
                        JsonArray.of(JsonObject.builder()
                                .put("rule", "self == oldSelf")
                                .put("message", (field.isEmpty() ? param : field) + " is immutable")
                                .build()));
            default -> {
                if (keyword.startsWith("x-")) {
                    add(keyword, FlowMapping.read(text));
                } else {
                    setTarget("", "", ""); // a section or an unknown annotation
                }
            }
        }
    }

    private void add(String keyword, JsonValue value) {
        if (params.containsKey(param)) {
            params.computeIfPresent(param, (_, schema) -> schema.with(keyword, value));
        } else if (!field.isEmpty() && types.containsKey(type)) {
            types.computeIfPresent(type, (_, holder) -> {
                JsonObject properties = holder.objectOrEmpty("properties");
                return holder.with(
                        "properties",
                        properties.with(field, properties.objectOrEmpty(field).with(keyword, value)));
            });
        }
    }

    private static JsonObject member(Matcher matcher) {
        JsonObject.Builder member = JsonObject.builder();
        member.putIfPresent("description", matcher.group(4));
        member.putAll(CozyTypes.schema(matcher.group(1)));
        if (matcher.group(3) != null) {
            member.put("default", InlineKeywords.value(matcher.group(3).replaceAll("^'(.*)'$", "\"$1\"")));
        }
        return member.build();
    }

    private static String name(Matcher matcher) {
        return matcher.group(2).replace("[", "").replace("]", "");
    }

    private static List<String> appended(List<String> names, String name) {
        List<String> all = new ArrayList<>(names);
        all.add(name);
        return all;
    }
}
