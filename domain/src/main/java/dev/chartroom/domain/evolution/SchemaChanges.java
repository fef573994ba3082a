package dev.chartroom.domain.evolution;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares two schemas of a spec, field by field. */
final class SchemaChanges {
    private static final String PRESERVES = "x-kubernetes-preserve-unknown-fields";

    private final List<DefinitionChange> changes = new ArrayList<>();

    private SchemaChanges() {}

    static List<DefinitionChange> between(Schema before, Schema after) {
        SchemaChanges changes = new SchemaChanges();
        changes.compare("spec", root(before), root(after));
        return changes.changes;
    }

    /**
     * Returns the schema of a spec, with a type. A declared schema can lack the type. An empty schema admits anything.
     */
    private static JsonObject root(Schema schema) {
        JsonObject json = schema.json().with("type", new JsonString("object"));
        return schema.json().isEmpty() ? json.with(PRESERVES, JsonBoolean.TRUE) : json;
    }

    private void compare(String path, JsonObject before, JsonObject after) {
        if (before.equals(after)) {
            return;
        }
        String previous = type(before);
        String current = type(after);
        if (!previous.equals(current)) {
            boolean wider = isWider(previous, current);
            add(wider ? Impact.ALLOWS : Impact.REFUSES, path, "the type is " + current + ", was " + previous);
            if (!wider) {
                return;
            }
        }
        if (before.isTrue("nullable") != after.isTrue("nullable")) {
            boolean nullable = after.isTrue("nullable");
            add(
                    nullable ? Impact.ALLOWS : Impact.REFUSES,
                    path,
                    nullable ? "null is accepted now" : "null is no longer accepted");
        }
        if (previous.equals("object") || previous.equals("any")) {
            properties(path, before, after);
            required(path, before, after);
            others(path, before, after);
        }
        items(path, before.get("items"), after.get("items"));
        KeywordChanges.between(before, after).forEach(change -> add(change.impact(), path, change.sentence()));
    }

    private void properties(String path, JsonObject before, JsonObject after) {
        JsonObject previous = before.objectOrEmpty("properties");
        JsonObject current = after.objectOrEmpty("properties");
        Set<String> names = new LinkedHashSet<>(previous.names());
        names.addAll(current.names());
        for (String name : names) {
            String member = path + "." + name;
            if (!current.has(name)) {
                removed(member, previous.objectOrEmpty(name), OtherMembers.of(after));
            } else if (!previous.has(name)) {
                added(member, OtherMembers.of(before), current.objectOrEmpty(name));
            } else {
                compare(member, previous.objectOrEmpty(name), current.objectOrEmpty(name));
                defaults(member, previous.objectOrEmpty(name), current.objectOrEmpty(name));
            }
        }
    }

    private void removed(String path, JsonObject previous, OtherMembers others) {
        switch (others) {
            case OtherMembers.Unknown _ ->
                add(
                        Impact.HIDES,
                        path,
                        "removed: values that objects have are no longer shown, but Helm still gets them");
            case OtherMembers.Opaque _ ->
                add(Impact.HIDES, path, "removed: values stay, but their contents are no longer shown");
            case OtherMembers.Anything _ ->
                add(Impact.ALLOWS, path, "removed: values stay, because the schema accepts any name");
            case OtherMembers.Described(var schema) -> {
                add(Impact.ALLOWS, path, "removed: values stay, because the schema accepts other names");
                compare(path, previous, schema);
            }
        }
        if (value(previous, "default") != null) {
            add(Impact.SHOWS, path, "the default " + KeywordChanges.text(previous.get("default")) + " is removed");
        }
    }

    private void added(String path, OtherMembers others, JsonObject current) {
        switch (others) {
            case OtherMembers.Unknown _ -> add(Impact.ALLOWS, path, "added");
            case OtherMembers.Opaque _, OtherMembers.Anything _ ->
                add(Impact.REFUSES, path, "added: existing values may be invalid");
            case OtherMembers.Described(var schema) -> {
                add(Impact.ALLOWS, path, "added");
                compare(path, schema, current);
            }
        }
        if (value(current, "default") != null) {
            add(Impact.SHOWS, path, "the default is " + KeywordChanges.text(current.get("default")));
        }
    }

    private void defaults(String path, JsonObject before, JsonObject after) {
        JsonValue previous = value(before, "default");
        JsonValue current = value(after, "default");
        if (previous != null && current == null) {
            add(Impact.SHOWS, path, "the default " + KeywordChanges.text(previous) + " is removed");
        } else if (current != null && !current.equals(previous)) {
            String what = previous == null ? ", was not set" : ", was " + KeywordChanges.text(previous);
            add(Impact.SHOWS, path, "the default is " + KeywordChanges.text(current) + what);
        }
    }

    private void required(String path, JsonObject before, JsonObject after) {
        List<String> previous = before.arrayOrEmpty("required").strings();
        List<String> current = after.arrayOrEmpty("required").strings();
        for (String name : current) {
            boolean filled = value(after.objectOrEmpty("properties").objectOrEmpty(name), "default") != null;
            boolean wasFilled = value(before.objectOrEmpty("properties").objectOrEmpty(name), "default") != null;
            if (!previous.contains(name)) {
                add(filled ? Impact.ALLOWS : Impact.REFUSES, path + "." + name, "required");
            } else if (wasFilled && !filled) {
                add(Impact.REFUSES, path + "." + name, "required, without a default");
            }
        }
        previous.stream()
                .filter(name -> !current.contains(name))
                .forEach(name -> add(Impact.ALLOWS, path + "." + name, "no longer required"));
    }

    private void others(String path, JsonObject before, JsonObject after) {
        OtherMembers previous = OtherMembers.of(before);
        OtherMembers current = OtherMembers.of(after);
        String any = path + ".*";
        if (previous.equals(current)) {
            return;
        }
        if (previous instanceof OtherMembers.Unknown) {
            add(Impact.ALLOWS, any, "other names are accepted now");
            return;
        }
        switch (current) {
            case OtherMembers.Unknown _ -> add(Impact.HIDES, any, "values under other names are no longer shown");
            case OtherMembers.Opaque _ ->
                add(Impact.HIDES, any, "the contents of values under other names are no longer shown");
            case OtherMembers.Anything _ -> add(Impact.ALLOWS, any, "any value is accepted under other names");
            case OtherMembers.Described(var schema) -> {
                if (previous instanceof OtherMembers.Described(var described)) {
                    compare(any, described, schema);
                } else {
                    add(Impact.REFUSES, any, "values under other names have a schema now");
                }
            }
        }
    }

    private void items(String path, @Nullable JsonValue before, @Nullable JsonValue after) {
        if (before instanceof JsonObject previous && after instanceof JsonObject current) {
            compare(path + "[*]", previous, current);
        } else if (after instanceof JsonObject) {
            add(Impact.REFUSES, path + "[*]", "items have a schema now");
        } else if (before instanceof JsonObject) {
            add(Impact.HIDES, path + "[*]", "items have no schema any more");
        }
    }

    private static String type(JsonObject schema) {
        return schema.isTrue("x-kubernetes-int-or-string")
                ? "integer or string"
                : schema.stringOrEmpty("type").isEmpty() ? "any" : schema.stringOrEmpty("type");
    }

    /** Returns whether every value of the type {@code before} is also a value of the type {@code after}. */
    private static boolean isWider(String before, String after) {
        return switch (after) {
            case "any" -> true;
            case "number" -> before.equals("integer");
            case "integer or string" -> before.equals("integer") || before.equals("string");
            default -> false;
        };
    }

    private static @Nullable JsonValue value(JsonObject schema, String keyword) {
        JsonValue value = schema.get(keyword);
        return value == JsonNull.NULL ? null : value;
    }

    private void add(Impact impact, String path, String sentence) {
        changes.add(new DefinitionChange(impact, path, sentence));
    }
}
