package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.adapters.cel.value.Uint;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** An {@code Object} as the JSON that is to be applied. What comes out of the request stays as it is. */
final class ConfigurationJson {
    private ConfigurationJson() {}

    /** @throws CelFailure where a value has no JSON */
    static JsonObject of(ObjectValue object) {
        JsonObject.Builder json = JsonObject.builder();
        object.fields().forEach((name, value) -> json.put(name, value(value)));
        return json.build();
    }

    private static JsonValue value(Object value) {
        return switch (value) {
            case ObjectValue object -> of(object);
            case UntypedMap(JsonObject object) -> object;
            case UntypedList(JsonArray array) -> array;
            case MapValue map -> map(map);
            case ListValue list -> list(list);
            case String text -> new JsonString(text);
            case Bytes bytes -> base64(bytes);
            case Boolean truth -> JsonBoolean.of(truth);
            case Long number -> JsonNumber.of(number);
            case Uint number -> number(new BigDecimal(number.big()));
            case Double number when Double.isFinite(number) -> number(number);
            case CelNull _ -> JsonNull.NULL;
            case Optional<?> optional ->
                optional.<JsonValue>map(ConfigurationJson::value).orElse(JsonNull.NULL);
            default -> throw unfit();
        };
    }

    private static CelFailure unfit() {
        return new CelFailure("invalid return type: *dynamic.ObjectVal");
    }

    private static JsonObject map(MapValue map) {
        JsonObject.Builder json = JsonObject.builder();
        for (Object key : map.keys()) {
            Object value = map.find(key);
            if (!(key instanceof String name) || value == null) {
                throw unfit();
            }
            json.put(name, value(value));
        }
        return json.build();
    }

    private static JsonArray list(ListValue list) {
        List<JsonValue> json = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            json.add(value(list.get(i)));
        }
        return new JsonArray(json);
    }

    static JsonString base64(Bytes bytes) {
        return new JsonString(Base64.getEncoder().encodeToString(bytes.array()));
    }

    /** A float64 as Go writes it: whole numbers without a fraction, up to those that need an exponent. */
    static JsonNumber number(double value) {
        BigDecimal exact = new BigDecimal(Double.toString(value));
        return Math.rint(value) == value && Math.abs(value) < 1e21 ? number(exact) : JsonNumber.of(exact);
    }

    private static JsonNumber number(BigDecimal whole) {
        BigDecimal plain = whole.setScale(0);
        return plain.precision() < 19 ? JsonNumber.of(plain.longValueExact()) : large(plain);
    }

    private static JsonNumber large(BigDecimal whole) {
        return whole.toBigInteger().bitLength() < Long.SIZE
                ? JsonNumber.of(whole.longValueExact())
                : JsonNumber.of(whole);
    }
}
