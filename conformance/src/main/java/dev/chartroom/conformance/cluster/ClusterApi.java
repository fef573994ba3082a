package dev.chartroom.conformance.cluster;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.cases.Transport;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Prepares a run in a cluster: its requests are no part of a comparison. */
public record ClusterApi(Side side) {
    private static final Map<String, @Nullable String> MERGE_PATCH =
            Map.of("Content-Type", "application/merge-patch+json");

    /** An answer. The code is 0 if there was none, and the message says why. */
    record Reply(int code, JsonObject body, String message) {
        boolean isSuccess() {
            return code >= 200 && code < 300;
        }

        /** Returns whether a request with this answer may have changed something. A lost answer does not exclude it. */
        boolean mayHaveAnEffect() {
            return isSuccess() || isUnanswered() || code >= 500;
        }

        boolean isUnanswered() {
            return code == 0;
        }

        boolean isMissing() {
            return code == 404;
        }
    }

    public static ClusterApi of(Transport transport) {
        return new ClusterApi(new Side(transport, ""));
    }

    Reply send(String method, String path, @Nullable JsonObject body) {
        JsonObject answer = side.send(method, path, body);
        JsonObject content = answer.objectOrEmpty("body");
        int code = answer.get("code") instanceof JsonNumber number
                ? (int) number.asLong().orElse(0)
                : 0;
        String message =
                content.string("message").or(() -> answer.string("unanswered")).orElse("HTTP status " + code);
        return new Reply(code, content, message);
    }

    /** Removes the finalizers of an object, so that its deletion can end. */
    void removeFinalizers(String path) {
        side.send("PATCH", path, Side.headersOf(MERGE_PATCH, true), "{\"metadata\":{\"finalizers\":null}}");
    }

    /**
     * Returns an object; empty if it does not exist.
     *
     * @throws ConformanceException if the cluster does not answer, or refuses the request
     */
    Optional<JsonObject> find(String path) {
        Reply reply = send("GET", path, null);
        if (!reply.isSuccess() && !reply.isMissing()) {
            throw refused("GET", path, reply);
        }
        return reply.isMissing() ? Optional.empty() : Optional.of(reply.body());
    }

    /**
     * Creates an object and returns it as stored.
     *
     * @throws ConformanceException if the cluster does not answer, or refuses the request
     */
    JsonObject create(String path, JsonObject object) {
        Reply reply = send("POST", path, object);
        if (!reply.isSuccess()) {
            throw refused("POST", path, reply);
        }
        return reply.body();
    }

    static ConformanceException refused(String method, String path, Reply reply) {
        return new ConformanceException(method + " " + path + ": " + reply.message());
    }
}
