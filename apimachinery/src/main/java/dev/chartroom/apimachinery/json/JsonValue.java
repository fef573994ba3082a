package dev.chartroom.apimachinery.json;

/** A JSON value (RFC 8259). Immutable; equality is by value, numbers included ({@code 1} equals {@code 1.0}). */
public sealed interface JsonValue permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {}
