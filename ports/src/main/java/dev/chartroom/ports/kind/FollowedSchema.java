package dev.chartroom.ports.kind;

import dev.chartroom.domain.json.JsonObject;

/** What is known of the schema of a chart. */
public sealed interface FollowedSchema {

    /** Nobody has looked yet. */
    record Awaited() implements FollowedSchema {}

    /**
     * It cannot be told now.
     *
     * @param reason a sentence for whoever looks after the chart
     */
    record Unknown(String reason) implements FollowedSchema {}

    /**
     * It is this one.
     *
     * @param openApiV3Schema of the whole object, as a version of a KindDefinition has it
     */
    record Known(JsonObject openApiV3Schema) implements FollowedSchema {}
}
