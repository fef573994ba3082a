package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The keywords of one {@code @schema} comment: keywords of JSON Schema, and some that only this dialect has. */
final class InlineKeywords {
    private static final Set<String> TEXTS = Set.of("pattern", "title", "description", "$ref", "format", "const");
    private static final Set<String> VALUES = Set.of(
            "maxLength",
            "minLength",
            "multipleOf",
            "maximum",
            "minimum",
            "exclusiveMaximum",
            "exclusiveMinimum",
            "maxItems",
            "minItems",
            "uniqueItems",
            "maxProperties",
            "minProperties",
            "patternProperties",
            "additionalProperties",
            "default",
            "allOf",
            "anyOf",
            "oneOf",
            "not");
    private static final Set<String> IGNORED =
            Set.of("$id", "readOnly", "examples", "deprecated", "unevaluatedProperties", "mergeProperties");

    private final JsonObject.Builder schema = JsonObject.builder();
    private final JsonObject.Builder items = JsonObject.builder();
    private boolean required;
    private boolean hidden;
    private boolean whole;

    /** @return whether the keyword is known */
    boolean add(String name, String text) {
        if (TEXTS.contains(name)) {
            schema.put(name, name.equals("const") ? value(text) : new JsonString(text));
        } else if (VALUES.contains(name)) {
            schema.put(name, value(text));
        } else {
            return addOwn(name, text);
        }
        return true;
    }

    Hint hint() {
        JsonObject item = items.build();
        if (!item.isEmpty()) {
            schema.put("type", "array").put("items", item);
        }
        return new Hint(null, schema.build(), whole, required, hidden);
    }

    private boolean addOwn(String name, String text) {
        switch (name) {
            case "type" -> schema.put("type", words(text));
            case "enum" -> schema.put("enum", list(text));
            case "item" -> items.put("type", words(text));
            case "itemEnum" -> items.put("enum", list(text));
            case "itemRef" -> items.put("$ref", text);
            case "itemProperties" -> items.put("type", "object").put("properties", value(text));
            case "required" -> required = text.equals("true");
            case "hidden" -> hidden = text.equals("true");
            case "skipProperties" -> {
                whole = text.equals("true");
                schema.put("type", "object");
            }
            default -> {
                return IGNORED.contains(name);
            }
        }
        return true;
    }

    /** Parses JSON; any other text becomes a string. */
    static JsonValue value(String text) {
        try {
            return JsonText.parse(text);
        } catch (IllegalArgumentException _) {
            return new JsonString(text);
        }
    }

    /** Parses one word, or several in brackets. */
    private static JsonValue words(String text) {
        List<JsonValue> words = list(text).values().stream()
                .<JsonValue>map(word -> word == JsonNull.NULL ? new JsonString("null") : word)
                .toList();
        return words.size() == 1 ? words.getFirst() : new JsonArray(words);
    }

    private static JsonArray list(String text) {
        if (value(text) instanceof JsonArray array) {
            return array;
        }
        String inner = text.replaceFirst("^\\[", "").replaceFirst("]$", "");
        return new JsonArray(Arrays.stream(inner.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .map(InlineKeywords::value)
                .toList());
    }
}
