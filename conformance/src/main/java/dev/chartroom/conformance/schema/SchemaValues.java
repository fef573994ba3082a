package dev.chartroom.conformance.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.document.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Generates values from a schema: mostly valid ones, and sometimes an invalid one. */
public final class SchemaValues {
    private static final int OPTIONAL_PERCENT = 35;

    /** Texts that match most patterns in practice. */
    private static final List<String> TEXTS = List.of(
            "a",
            "b-1",
            "1Gi",
            "100m",
            "500Mi",
            "2",
            "0.5",
            "10.0.0.1",
            "10.0.0.0/8",
            "a.example.com",
            "https://example.com/x",
            "2024-01-02T03:04:05Z",
            "0 2 * * *",
            "30d",
            "8080",
            "v1.30",
            "AAAA",
            "",
            "x y",
            "s3://bucket/path/",
            "2001:db8::1",
            "1h30m",
            "large",
            "user@example.com");

    private final Dice dice;
    private final int faultPercent;
    private final int optionalPercent;
    private boolean hasUnknown;

    /** @param faultPercent the percentage of invalid values */
    public SchemaValues(Dice dice, int faultPercent) {
        this(dice, faultPercent, OPTIONAL_PERCENT);
    }

    /** @param optionalPercent the percentage of optional fields that an object has */
    SchemaValues(Dice dice, int faultPercent, int optionalPercent) {
        this.dice = dice;
        this.faultPercent = faultPercent;
        this.optionalPercent = optionalPercent;
    }

    /**
     * Returns an object for a schema. At most one of its fields is unknown. Of several unknown fields, a kube-apiserver
     * reports some at random for an apply.
     */
    public JsonObject object(JsonObject schema) {
        hasUnknown = false;
        return members(schema);
    }

    /** Returns a value for a schema. */
    private JsonValue of(JsonObject schema) {
        if (dice.chance(faultPercent)) {
            return fault();
        }
        JsonArray allowed = schema.arrayOrEmpty("enum");
        if (!allowed.isEmpty()) {
            return dice.oneOf(allowed.values());
        }
        if (schema.isTrue("x-kubernetes-int-or-string")) {
            return dice.chance(30) ? JsonNumber.of(dice.below(5)) : text(schema);
        }
        return switch (schema.stringOrEmpty("type")) {
            case "object" -> members(schema);
            case "array" -> array(schema);
            case "integer" -> integer(schema);
            case "number" -> Yaml.parse(dice.oneOf("0.5", "1", "2.5"));
            case "boolean" -> Yaml.parse(dice.oneOf("true", "false"));
            case "string" -> text(schema);
            default -> Yaml.parse(dice.oneOf("x", "1", "{a: 1}"));
        };
    }

    /** Returns an object with some of its properties. */
    private JsonObject members(JsonObject schema) {
        JsonObject.Builder object = JsonObject.builder();
        List<String> required = schema.arrayOrEmpty("required").values().stream()
                .map(name -> name instanceof JsonString(String text) ? text : "")
                .toList();
        schema.objectOrEmpty("properties").members().forEach((name, property) -> {
            if ((required.contains(name) && !dice.chance(faultPercent)) || dice.chance(optionalPercent)) {
                JsonValue value = of((JsonObject) property);
                // writing a default explicitly is a change only for Chartroom, which stores explicit values
                if (required.contains(name) || !isDefault((JsonObject) property, value)) {
                    object.put(name, value);
                }
            }
        });
        if (schema.get("additionalProperties") instanceof JsonObject values) {
            for (int i = dice.below(3); i > 0; i--) {
                object.put("key" + i, of(values));
            }
        }
        boolean open = optionalPercent > 0 && schema.isTrue("x-kubernetes-preserve-unknown-fields");
        if (open || (!hasUnknown && dice.chance(faultPercent))) {
            hasUnknown |= !open;
            object.put("unknown", Yaml.parse("{a: [1, {b: null}]}"));
        }
        return object.build();
    }

    private static boolean isDefault(JsonObject schema, JsonValue value) {
        return schema.has("default")
                && (value.equals(schema.get("default"))
                        || value instanceof JsonObject object
                                && object.without("unknown").without("a").isEmpty());
    }

    private JsonArray array(JsonObject schema) {
        boolean asSet = schema.stringOrEmpty("x-kubernetes-list-type").equals("set");
        List<JsonValue> items = new ArrayList<>();
        for (int i = (int) Math.max(dice.below(4), bound(schema, "minItems")); i > 0; i--) {
            items.add(of(schema.objectOrEmpty("items")));
        }
        return new JsonArray(asSet && !dice.chance(faultPercent) ? List.copyOf(new LinkedHashSet<>(items)) : items);
    }

    private JsonValue integer(JsonObject schema) {
        return JsonNumber.of(bound(schema, "minimum") + dice.below(4));
    }

    private static long bound(JsonObject schema, String keyword) {
        return schema.get(keyword) instanceof JsonNumber number
                ? number.asLong().orElse(0)
                : 0;
    }

    private JsonString text(JsonObject schema) {
        String pattern = schema.stringOrEmpty("pattern");
        Set<String> matching = new LinkedHashSet<>();
        for (String text : TEXTS) {
            if (pattern.isEmpty() || Pattern.compile(pattern).matcher(text).find()) {
                matching.add(text);
            }
        }
        return new JsonString(dice.oneOf(matching.isEmpty() ? TEXTS : List.copyOf(matching)));
    }

    private JsonValue fault() {
        if (!hasUnknown && dice.chance(10)) {
            hasUnknown = true;
            return Yaml.parse("{a: {b: c}}");
        }
        return dice.chance(20)
                ? JsonNull.NULL
                : Yaml.parse(dice.oneOf("-7", "1.5", "true", "'!'", "[]", "{}", "[x, x]", "''"));
    }
}
