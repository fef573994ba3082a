package dev.chartroom.adapters.cel.value;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonSize;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Converts one value to JSON. Values that wrap JSON return it unchanged. */
public final class ValueJson {
    private final Function<Object, JsonValue> other;
    private long remaining;

    /**
     * @param limit the approximate size limit of the JSON in bytes; necessary because a value can contain another value
     *     many times
     * @param other converts a value that has no JSON type, or throws a CelFailure
     */
    public ValueJson(long limit, Function<Object, JsonValue> other) {
        remaining = limit;
        this.other = other;
    }

    /** @throws CelFailure if a value has no JSON form or the JSON is too large */
    public JsonValue of(Object value) {
        return switch (value) {
            case JsonBacked backed -> charged(backed.json());
            case MapValue map -> map(map);
            case ListValue list -> list(list);
            case String text -> charged(new JsonString(text));
            case Bytes bytes -> charged(base64(bytes));
            case Boolean truth -> charged(JsonBoolean.of(truth));
            case Long number -> charged(JsonNumber.of(number));
            case Uint number -> charged(number(new BigDecimal(number.big())));
            case Double number when Double.isFinite(number) -> charged(number(number));
            case CelNull _ -> charged(JsonNull.NULL);
            case Optional<?> optional -> optional.<JsonValue>map(this::of).orElse(JsonNull.NULL);
            default -> other.apply(value);
        };
    }

    private JsonValue charged(JsonValue json) {
        charge(JsonSize.of(json, remaining));
        return json;
    }

    private void charge(long size) {
        remaining -= size;
        if (remaining < 0) {
            throw new CelFailure("the value is too large");
        }
    }

    private JsonValue map(MapValue map) {
        JsonObject.Builder json = JsonObject.builder();
        for (Object key : map.keys()) {
            Object value = map.find(key);
            if (!(key instanceof String name) || value == null) {
                return other.apply(map);
            }
            charge(name.length());
            json.put(name, of(value));
        }
        return json.build();
    }

    private JsonArray list(ListValue list) {
        List<JsonValue> json = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            json.add(of(list.get(i)));
        }
        charge(1);
        return new JsonArray(json);
    }

    public static JsonString base64(Bytes bytes) {
        return new JsonString(Base64.getEncoder().encodeToString(bytes.array()));
    }

    /** Returns a float64 as Go encodes it: a whole number has no fraction, and has no exponent below 1e21. */
    public static JsonNumber number(double value) {
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
