package dev.chartroom.ports.json;

import dev.chartroom.apimachinery.json.JsonValue;

/** Reads and writes JSON and YAML. Implementations are thread-safe. */
public interface JsonCodec {
    /** The maximum nesting depth of arrays and objects. */
    int MAX_DEPTH = 100;

    /**
     * Reads one JSON document in UTF-8.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException BadRequest if the document is not one JSON value, is nested
     *     beyond {@link #MAX_DEPTH}, or contains a number that no float64 can represent
     */
    JsonValue parse(byte[] json);

    /**
     * Reads one YAML document in UTF-8 as the JSON value that it represents.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException BadRequest in the same cases as {@link #parse}, and if the
     *     document uses a YAML feature that JSON cannot represent
     */
    JsonValue parseYaml(byte[] yaml);

    /** Writes a value as UTF-8, without white space. */
    byte[] encode(JsonValue value);
}
