package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Values in the words of Go's fmt, for messages that upstream makes with it. */
final class GoFormat {
    private GoFormat() {}

    /** {@code %q}. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> quoted.append(escaped(c)));
        return quoted.append('"').toString();
    }

    /** {@code %v} of a pointer to the value in a struct of its own. */
    static String pointer(JsonValue value) {
        return "&{" + text(value) + "}";
    }

    /** {@code %T}. */
    static String type(JsonValue value) {
        return switch (value) {
            case JsonObject _ -> "map[string]interface {}";
            case JsonArray _ -> "[]interface {}";
            case JsonString _ -> "string";
            case JsonBoolean _ -> "bool";
            case JsonNumber number -> number.isIntegral() ? "int64" : "float64";
            case JsonNull _ -> "<nil>";
        };
    }

    /** {@code %#v}. */
    static String syntax(JsonValue value) {
        return switch (value) {
            case JsonObject object -> type(object) + sorted(object, ", ", "{", "}", GoFormat::quoted, GoFormat::syntax);
            case JsonArray array ->
                type(array) + array.values().stream().map(GoFormat::syntax).collect(Collectors.joining(", ", "{", "}"));
            case JsonString(String string) -> quoted(string);
            case JsonNull _ -> "interface {}(nil)";
            case JsonBoolean _, JsonNumber _ -> text(value);
        };
    }

    /** {@code %v}. */
    static String text(JsonValue value) {
        return switch (value) {
            case JsonObject object -> sorted(object, " ", "map[", "]", Function.identity(), GoFormat::text);
            case JsonArray array ->
                array.values().stream().map(GoFormat::text).collect(Collectors.joining(" ", "[", "]"));
            case JsonString(String string) -> string;
            case JsonBoolean flag -> flag.toString();
            case JsonNumber number -> Float64.text(number);
            case JsonNull _ -> "<nil>";
        };
    }

    private static String sorted(
            JsonObject object,
            String separator,
            String prefix,
            String suffix,
            Function<String, String> name,
            Function<JsonValue, String> value) {
        return object.members().entrySet().stream()
                .sorted((a, b) -> ValueOrder.compare(a.getKey(), b.getKey()))
                .map(member -> name.apply(member.getKey()) + ":" + value.apply(member.getValue()))
                .collect(Collectors.joining(separator, prefix, suffix));
    }

    private static String escaped(int c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case 0x07 -> "\\a";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case 0x0b -> "\\v";
            default -> {
                if (isPrintable(c)) {
                    yield Character.toString(c);
                }
                yield c < ' ' || c == 0x7f
                        ? String.format("\\x%02x", c)
                        : c > 0xffff ? String.format("\\U%08x", c) : String.format("\\u%04x", c);
            }
        };
    }

    /** Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the ASCII space. */
    static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }
}
