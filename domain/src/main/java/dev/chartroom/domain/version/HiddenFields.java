package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonObject;

/**
 * The fields of a stored spec that a version does not show, such as values of the release that do not fit the schema.
 *
 * @param fields the fields at their paths
 */
record HiddenFields(JsonObject fields) {

    /** @param shown the same spec after a conversion to the version and back */
    static HiddenFields of(JsonObject spec, JsonObject shown) {
        JsonObject.Builder hidden = JsonObject.builder();
        spec.members().forEach((name, value) -> {
            switch (shown.get(name)) {
                case null -> hidden.put(name, value);
                case JsonObject below
                when value instanceof JsonObject object -> {
                    JsonObject fields = of(object, below).fields();
                    if (!fields.isEmpty()) {
                        hidden.put(name, fields);
                    }
                }
                default -> {
                    // The version shows the field.
                }
            }
        });
        return new HiddenFields(hidden.build());
    }

    /** Adds these fields to a spec. If the spec already has a value for a field, that value stays. */
    JsonObject in(JsonObject spec) {
        JsonObject.Builder with = spec.toBuilder();
        fields.members().forEach((name, value) -> {
            switch (spec.get(name)) {
                case null -> with.put(name, value);
                case JsonObject below
                when value instanceof JsonObject object -> with.put(name, new HiddenFields(object).in(below));
                default -> {
                    // The spec already has a value.
                }
            }
        });
        return with.build();
    }
}
