package dev.chartroom.domain.version;

import dev.chartroom.domain.json.JsonObject;

/**
 * What a version does not show of a stored spec, as where the release was given values that do not fit the schema.
 *
 * @param fields in their places
 */
record HiddenFields(JsonObject fields) {

    /** @param shown the same spec, made of what the version shows of it */
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
                    // It is shown.
                }
            }
        });
        return new HiddenFields(hidden.build());
    }

    /** Another spec with them, where nothing else is in their place. */
    JsonObject in(JsonObject spec) {
        JsonObject.Builder with = spec.toBuilder();
        fields.members().forEach((name, value) -> {
            switch (spec.get(name)) {
                case null -> with.put(name, value);
                case JsonObject below
                when value instanceof JsonObject object -> with.put(name, new HiddenFields(object).in(below));
                default -> {
                    // Somebody wrote something else there.
                }
            }
        });
        return with.build();
    }
}
