package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.util.Arrays;

/**
 * JSON spelled as Go's encoders do it: members sorted, and what HTML would take for markup escaped. Two encoders are in
 * use, which disagree about exponents of one digit.
 */
enum GoJson {
    ENCODING_JSON,
    JSON_ITERATOR;

    String print(JsonValue value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    private void append(StringBuilder text, JsonValue value) {
        switch (value) {
            case JsonObject object -> {
                text.append('{');
                String[] names = object.names().toArray(String[]::new);
                Arrays.sort(names, ValueOrder::compare);
                for (int i = 0; i < names.length; i++) {
                    append(text.append(i == 0 ? "" : ","), names[i]);
                    JsonValue member = object.get(names[i]);
                    append(text.append(':'), member == null ? JsonNull.NULL : member);
                }
                text.append('}');
            }
            case JsonArray array -> {
                text.append('[');
                for (int i = 0; i < array.size(); i++) {
                    append(text.append(i == 0 ? "" : ","), array.get(i));
                }
                text.append(']');
            }
            case JsonString(String string) -> append(text, string);
            case JsonNumber number -> text.append(Float64.json(number, this == JSON_ITERATOR));
            case JsonBoolean _, JsonNull _ -> text.append(value);
        }
    }

    private static void append(StringBuilder text, String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"', '\\' -> text.append('\\').append(c);
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                case '<', '>', '&', 0x2028, 0x2029 -> text.append(String.format("\\u%04x", (int) c));
                default -> text.append(c < 0x20 ? String.format("\\u%04x", (int) c) : c);
            }
        }
        text.append('"');
    }
}
