package dev.chartroom.conformance.cases;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A case: requests that are sent one after the other to each side.
 *
 * @param topic the file, such as {@code D/create}
 * @param contract the tested items of the wire contract
 * @param source the document that it was read from
 */
public record ParityCase(String topic, String name, String contract, String kind, List<Step> steps, JsonObject source) {
    public ParityCase {
        steps = List.copyOf(steps);
    }

    /** Returns the case's unique id. */
    public String id() {
        return topic + "/" + name;
    }

    /** Returns the chapter of the wire contract. */
    public String section() {
        return topic.substring(0, topic.indexOf('/'));
    }

    /** Returns the namespace of its objects. It never changes, because recorded answers contain it. */
    public String namespace() {
        return "p-"
                + UUID.nameUUIDFromBytes(id().getBytes(StandardCharsets.UTF_8))
                        .toString()
                        .substring(0, 13);
    }

    /**
     * A request, or several that differ by a counter. All texts still contain their placeholders.
     *
     * @param headers by name; a null removes a default header
     * @param body a value that is sent as JSON
     * @param raw a text that is sent unchanged, instead of a body
     * @param as the name under which later steps find the answer
     */
    public record Step(
            String method,
            String path,
            Map<String, @Nullable String> headers,
            @Nullable JsonValue body,
            @Nullable String raw,
            @Nullable String as,
            @Nullable Repeat repeat) {

        /** Returns the request as in the file. */
        public String request() {
            return method + " " + path;
        }
    }

    /** Repeats a step {@code times} times; {@code {as}} counts from 0. */
    public record Repeat(int times, String as) {}
}
