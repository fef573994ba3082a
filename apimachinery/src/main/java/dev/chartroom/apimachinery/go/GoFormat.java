package dev.chartroom.apimachinery.go;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Formats values like Go's fmt, for messages that upstream formats with it. */
public final class GoFormat {
    private GoFormat() {}

    /** {@code %v} of a pointer to a struct that holds the value. */
    public static String pointer(JsonValue value) {
        return "&{" + text(value) + "}";
    }

    /** {@code %T}. */
    public static String type(JsonValue value) {
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
    public static String syntax(JsonValue value) {
        return switch (value) {
            case JsonObject object -> type(object) + sorted(object, ", ", "{", "}", GoText::quote, GoFormat::syntax);
            case JsonArray array ->
                type(array) + array.values().stream().map(GoFormat::syntax).collect(Collectors.joining(", ", "{", "}"));
            case JsonString(String string) -> GoText.quote(string);
            case JsonNull _ -> "interface {}(nil)";
            case JsonBoolean _, JsonNumber _ -> text(value);
        };
    }

    /** {@code %v}. */
    public static String text(JsonValue value) {
        return switch (value) {
            case JsonObject object -> sorted(object, " ", "map[", "]", Function.identity(), GoFormat::text);
            case JsonArray array ->
                array.values().stream().map(GoFormat::text).collect(Collectors.joining(" ", "[", "]"));
            case JsonString(String string) -> string;
            case JsonBoolean _, JsonNumber _ -> GoText.of(value);
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
                .sorted(Map.Entry.comparingByKey(GoText.ORDER))
                .map(member -> name.apply(member.getKey()) + ":" + value.apply(member.getValue()))
                .collect(Collectors.joining(separator, prefix, suffix));
    }
}
