package dev.chartroom.adapters.kubernetes.event;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.EncodedList;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import java.util.function.Consumer;

/** Lists Events in pages. Only one Event is in memory at a time, because a user can create Events of a megabyte. */
record EventPages(KubernetesHttp http, JsonCodec codec, EventDecoder decoder) {
    static final String PATH = "/api/v1/events";
    private static final String PAGE = "500";

    EventPages(KubernetesHttp http, JsonCodec codec) {
        this(http, codec, new EventDecoder(codec));
    }

    /**
     * Passes all selected Events that can be decoded to a consumer.
     *
     * @return the resource version of the list
     * @throws ApiException if the Events cannot be listed
     */
    String forEach(String fieldSelector, Consumer<JsonObject> event) {
        JsonObject metadata = JsonObject.EMPTY;
        do {
            Query query = new Query()
                    .with("fieldSelector", fieldSelector)
                    .with("limit", PAGE)
                    .with("continue", metadata.stringOrEmpty("continue"));
            metadata = read(query, event);
        } while (!metadata.stringOrEmpty("continue").isEmpty());
        return metadata.stringOrEmpty("resourceVersion");
    }

    /** Returns the current resource version of all Events. */
    String resourceVersion() {
        return read(new Query().with("limit", "1"), _ -> {}).stringOrEmpty("resourceVersion");
    }

    private JsonObject read(Query query, Consumer<JsonObject> event) {
        byte[] metadata = http.read(
                PATH,
                query,
                page -> EncodedList.read(page, item -> decoder.event(item).ifPresent(event)),
                answer -> EventAnswers.refusal(answer, codec));
        if (metadata.length == 0) {
            // Something else, such as a proxy, may have answered instead of the API server.
            throw new ApiException(ApiError.unavailable("the answer is not a list of Events"));
        }
        return object(metadata);
    }

    private JsonObject object(byte[] json) {
        return codec.parse(json) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }
}
