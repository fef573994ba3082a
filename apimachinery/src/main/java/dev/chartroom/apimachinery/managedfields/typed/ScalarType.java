package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.go.GoFormat;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** A scalar. Integers and fractions are one type, and null fits every type. */
enum ScalarType implements Shape {
    NUMERIC,
    STRING,
    BOOLEAN,
    UNTYPED;

    /** Returns the error of a value, in upstream's words; null if it fits. */
    @Nullable
    String refusal(JsonValue value) {
        boolean fits = switch (this) {
            case NUMERIC -> value instanceof JsonNumber;
            case STRING -> value instanceof JsonString;
            case BOOLEAN -> value instanceof JsonBoolean;
            case UNTYPED -> value instanceof JsonNumber || value instanceof JsonString || value instanceof JsonBoolean;
        };
        if (fits || value == JsonNull.NULL) {
            return null;
        }
        return switch (this) {
            case NUMERIC -> "expected numeric (int or float), got " + GoFormat.type(value);
            case STRING -> "expected string, got &value.valueUnstructured{Value:" + GoFormat.syntax(value) + "}";
            case BOOLEAN -> "expected boolean, got " + GoFormat.pointer(value);
            case UNTYPED -> "expected any scalar, got " + GoFormat.pointer(value);
        };
    }
}
