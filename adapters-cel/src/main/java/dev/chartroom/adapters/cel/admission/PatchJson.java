package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.adapters.cel.value.Durations;
import dev.chartroom.adapters.cel.value.GoTypes;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.adapters.cel.value.PlainMap;
import dev.chartroom.adapters.cel.value.Timestamp;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.adapters.cel.value.Types;
import dev.chartroom.adapters.cel.value.Uint;
import dev.chartroom.adapters.cel.value.ValueJson;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Converts the value of a {@code JSONPatch} to JSON. Upstream first converts the value to a
 * {@code google.protobuf.Value}, which has no integers. So an integer that a float64 cannot represent exactly becomes a
 * string.
 */
final class PatchJson {
    private static final long SAFE = (1L << 53) - 1;

    private PatchJson() {}

    /** @throws CelFailure if the value has no JSON form; the message is upstream's */
    static JsonValue of(Object value) {
        return switch (value) {
            case ObjectValue object -> object(object);
            case Long number ->
                Math.abs(number) <= SAFE && number != Long.MIN_VALUE
                        ? JsonNumber.of(number)
                        : new JsonString(number.toString());
            case Uint number ->
                number.bits() >= 0 && number.bits() <= SAFE
                        ? JsonNumber.of(number.bits())
                        : new JsonString(number.toString());
            case CelNull _ -> JsonNull.NULL;
            case Duration duration -> new JsonString(Durations.text(duration));
            case Timestamp time -> new JsonString(time.toString());
            case ListValue list -> list(list, PatchJson::of);
            case MapValue map -> map(map, PatchJson::of);
            case Optional<?> optional ->
                of(optional.<Object>map(present -> present)
                        .orElseThrow(() -> new CelFailure("optional.none() dereference")));
            case TypeValue _ -> throw new CelFailure("type conversion not supported for 'type'");
            default -> scalar(value, "type conversion error from '" + Types.of(value) + "' to '*structpb.Value'");
        };
    }

    private static JsonValue scalar(Object value, String error) {
        return switch (value) {
            case String text -> new JsonString(text);
            case Boolean truth -> JsonBoolean.of(truth);
            case Bytes bytes -> ValueJson.base64(bytes);
            case Double number when Double.isFinite(number) -> ValueJson.number(number);
            case Double number ->
                throw new CelFailure(
                        "json: error calling MarshalJSON for type *structpb.Value: proto: google.protobuf.Value.number_value: invalid "
                                + (number.isNaN() ? "NaN" : number > 0 ? "+Inf" : "-Inf") + " value");
            default -> throw new CelFailure(error);
        };
    }

    /**
     * Accepts the same values as upstream's Object: objects, JSON of the request, and lists and maps that are direct
     * fields of an Object.
     */
    private static JsonObject object(ObjectValue object) {
        JsonObject.Builder json = JsonObject.builder();
        object.fields()
                .forEach((name, value) -> json.put(
                        name,
                        switch (value) {
                            case PlainList list -> list(list, PatchJson::inside);
                            case PlainMap map -> map(map, PatchJson::inside);
                            default -> inside(value);
                        }));
        return json.build();
    }

    private static JsonValue inside(Object value) {
        return switch (value) {
            case ObjectValue object -> object(object);
            case UntypedMap map -> map(map, PatchJson::insideRequest);
            case UntypedList list -> list(list, PatchJson::insideRequest);
            case Long number -> ValueJson.number(number.doubleValue());
            case Uint number -> ValueJson.number(number.asDouble());
            case Optional<?> optional when optional.isPresent() -> inside(optional.get());
            case Optional<?> _ -> JsonNull.NULL;
            default -> scalar(value, "proto: invalid type: " + GoTypes.ofContent(value));
        };
    }

    private static JsonValue insideRequest(Object value) {
        return value == CelNull.NULL ? JsonNull.NULL : inside(value);
    }

    private static JsonArray list(ListValue list, Function<Object, JsonValue> element) {
        List<JsonValue> json = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            json.add(element.apply(list.get(i)));
        }
        return new JsonArray(json);
    }

    private static JsonObject map(MapValue map, Function<Object, JsonValue> entry) {
        JsonObject.Builder json = JsonObject.builder();
        for (Object key : map.keys()) {
            Object value = map.find(key);
            if (!(key instanceof String name)) {
                throw new CelFailure(
                        key instanceof Boolean
                                ? "type conversion error from bool to 'string'"
                                : "unsupported type conversion from '" + Types.of(key) + "' to string");
            }
            if (value != null) {
                json.put(name, entry.apply(value));
            }
        }
        return json.build();
    }
}
