package dev.chartroom.adapters.cel.value;

import dev.chartroom.apimachinery.json.JsonValue;

/** A value that wraps JSON. */
public interface JsonBacked {
    JsonValue json();
}
