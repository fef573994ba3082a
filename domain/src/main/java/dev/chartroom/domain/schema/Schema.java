package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonObject;

/**
 * A structural schema (OpenAPI v3 as CustomResourceDefinitions restrict it) of a {@code spec}.
 *
 * @param json the schema object as it was declared
 */
public record Schema(JsonObject json) {}
