package dev.chartroom.adapters.cel.value;

import dev.chartroom.domain.json.JsonValue;

/** A value that wraps JSON. */
public interface JsonBacked {
    JsonValue json();
}
