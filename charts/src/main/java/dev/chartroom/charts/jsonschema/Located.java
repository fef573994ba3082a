package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonValue;
import java.util.Set;

/**
 * A schema as it was written, and the references that lead to it.
 *
 * @param refs the references that were followed to reach the schema
 */
record Located(JsonValue schema, Set<String> refs) {}
