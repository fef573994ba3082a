package dev.chartroom.ports.kind;

import dev.chartroom.apimachinery.json.JsonObject;

/** The state of a chart's schema. */
public sealed interface FollowedSchema {

    /** The chart has not been read yet. */
    record Awaited() implements FollowedSchema {}

    /**
     * The schema is not available now.
     *
     * @param reason a sentence for the maintainer of the chart
     */
    record Unknown(String reason) implements FollowedSchema {}

    /**
     * Flux has not fetched the chart yet: its source exists and has no artifact.
     *
     * @param reason a sentence for the maintainer of the chart; may change with each status of the source
     */
    record Unfetched(String reason) implements FollowedSchema {}

    /**
     * The schema is known.
     *
     * @param openApiV3Schema the schema of the whole object, as in a version of a KindDefinition
     */
    record Known(JsonObject openApiV3Schema) implements FollowedSchema {}
}
