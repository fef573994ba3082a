package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.json.JsonValue;
import java.util.Set;

/**
 * A schema as it was written, and how one got there.
 *
 * @param refs the references that were followed on the way
 */
record Located(JsonValue schema, Set<String> refs) {}
