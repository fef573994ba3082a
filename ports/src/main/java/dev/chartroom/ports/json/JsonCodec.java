package dev.chartroom.ports.json;

import dev.chartroom.domain.json.JsonValue;

/** Reads and writes JSON and YAML. Implementations are thread-safe. */
public interface JsonCodec {
    /** How deep arrays and objects may be nested. */
    int MAX_DEPTH = 100;

    /**
     * Reads one JSON document in UTF-8.
     *
     * @throws dev.chartroom.domain.status.ApiException BadRequest where it is not one JSON value, nested beyond
     *     {@link #MAX_DEPTH}, or holds a number that no float64 can hold
     */
    JsonValue parse(byte[] json);

    /**
     * Reads one YAML document in UTF-8 as the JSON value it stands for.
     *
     * @throws dev.chartroom.domain.status.ApiException BadRequest as {@link #parse}, and where it uses what JSON has no
     *     form for
     */
    JsonValue parseYaml(byte[] yaml);

    /** Writes a value as UTF-8, without white space. */
    byte[] encode(JsonValue value);
}
