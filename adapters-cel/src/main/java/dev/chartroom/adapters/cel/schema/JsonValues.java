package dev.chartroom.adapters.cel.schema;

import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.adapters.cel.value.Timestamp;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Converts JSON to values according to its schema. Lists and objects are wrapped, not copied. */
public final class JsonValues {
    private JsonValues() {}

    /** Returns the value, or a CelError if the JSON does not fit the schema. */
    public static Object of(JsonValue json, StructuralSchema schema) {
        if (json == JsonNull.NULL) {
            return schema.nullable()
                    ? CelNull.NULL
                    : new CelError("invalid data, got null for schema with nullable=false");
        }
        return switch (schema.kind()) {
            case OBJECT -> json instanceof JsonObject object ? new JsonMap(object, schema) : unfit(schema);
            case ARRAY ->
                json instanceof JsonArray array && schema.items() != null ? list(array, schema) : unfit(schema);
            case STRING -> json instanceof JsonString(String text) ? text(text, schema.format()) : unfit(schema);
            case INTEGER -> json instanceof JsonNumber number ? integer(number, schema) : unfit(schema);
            case NUMBER ->
                json instanceof JsonNumber number ? (Object) number.asDecimal().doubleValue() : unfit(schema);
            case BOOLEAN -> json instanceof JsonBoolean ? (Object) (json == JsonBoolean.TRUE) : unfit(schema);
            case INT_OR_STRING ->
                json instanceof JsonString(String text)
                        ? text
                        : json instanceof JsonNumber number ? integer(number, schema) : unfit(schema);
            case UNKNOWN -> new UnknownValue(json);
        };
    }

    private static Object list(JsonArray array, StructuralSchema schema) {
        JsonList list = new JsonList(array, schema.items() == null ? schema : schema.items());
        return switch (schema.listKind()) {
            case ATOMIC -> list;
            case SET -> new SetList(list);
            case MAP -> new KeyedList(list, schema.mapKeys());
        };
    }

    private static Object integer(JsonNumber number, StructuralSchema schema) {
        return number.asLong().isPresent() ? (Object) number.asLong().getAsLong() : unfit(schema);
    }

    private static Object text(String text, String format) {
        return switch (format) {
            case "duration" ->
                LenientDuration.parse(text)
                        .<Object>map(duration -> duration)
                        .orElseGet(() -> new CelError("Invalid duration " + text));
            case "date" -> orError(Timestamp.ofDate(text), "Invalid date formatted string " + text);
            case "date-time" -> orError(LenientTime.parse(text), "Invalid date-time formatted string " + text);
            case "byte" -> bytes(text);
            default -> text;
        };
    }

    private static Object orError(@Nullable Object value, String error) {
        return value == null ? new CelError(error) : value;
    }

    private static Object bytes(String text) {
        try {
            return new Bytes(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException _) {
            return new CelError("Invalid byte formatted string " + text);
        }
    }

    private static Object unfit(StructuralSchema schema) {
        return new CelError("invalid data, it does not fit the type " + schema.kind());
    }
}
