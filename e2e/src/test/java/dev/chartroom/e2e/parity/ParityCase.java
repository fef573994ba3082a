package dev.chartroom.e2e.parity;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A case: requests that are sent one after the other to each side.
 *
 * @param topic the file, such as {@code D/create}
 * @param contract the items of the wire contract that it is about
 * @param source the document that it was read from
 */
record ParityCase(String topic, String name, String contract, String kind, List<Step> steps, JsonObject source) {
    ParityCase {
        steps = List.copyOf(steps);
    }

    /** What no other case is called. */
    String id() {
        return topic + "/" + name;
    }

    /** The chapter of the wire contract. */
    String section() {
        return topic.substring(0, topic.indexOf('/'));
    }

    /** The namespace of its objects: always the same, since it shows in answers that are recorded. */
    String namespace() {
        return "p-"
                + UUID.nameUUIDFromBytes(id().getBytes(StandardCharsets.UTF_8))
                        .toString()
                        .substring(0, 13);
    }

    /**
     * One request, or several that differ by a counter. All texts still have their placeholders.
     *
     * @param headers by name; one that is null is not sent even where it would be by default
     * @param body a value that is sent as JSON
     * @param raw a text that is sent as it is, instead of a body
     * @param as the name under which later steps find the answer
     */
    record Step(
            String method,
            String path,
            Map<String, @Nullable String> headers,
            @Nullable JsonValue body,
            @Nullable String raw,
            @Nullable String as,
            @Nullable Repeat repeat) {

        /** The request as the file has it. */
        String request() {
            return method + " " + path;
        }
    }

    /** A step that is done {@code times} times with {@code {as}} counting from 0. */
    record Repeat(int times, String as) {}
}
