package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Optional;
import java.util.stream.Stream;

/** An object of the cluster with what its controller reports. */
record ObservedObject(JsonObject object) {

    JsonObject metadata() {
        return object.objectOrEmpty("metadata");
    }

    JsonObject spec() {
        return object.objectOrEmpty("spec");
    }

    JsonObject status() {
        return object.objectOrEmpty("status");
    }

    Stream<JsonObject> conditions() {
        return status().arrayOrEmpty("conditions").objects().stream();
    }

    Optional<JsonObject> condition(String type) {
        return conditions()
                .filter(condition -> condition.stringOrEmpty("type").equals(type))
                .findFirst();
    }

    boolean isCondition(String type, String status) {
        return condition(type)
                .filter(found -> found.stringOrEmpty("status").equals(status))
                .isPresent();
    }

    /** Returns the reason of a condition; empty if there is none. */
    String reason(String type) {
        return condition(type).map(found -> found.stringOrEmpty("reason")).orElse("");
    }

    /** Returns the message of a condition; empty if there is none. */
    String message(String type) {
        return condition(type).map(found -> found.stringOrEmpty("message")).orElse("");
    }

    static long number(JsonObject object, String field, long absent) {
        return object.get(field) instanceof JsonNumber number ? number.asLong().orElse(absent) : absent;
    }
}
