package dev.chartroom.adapters.kubernetes.event;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.event.ClusterEvents;
import dev.chartroom.ports.event.MirroredEvent;
import dev.chartroom.ports.json.JsonCodec;

/** The core/v1 Events of a Kubernetes API server. */
public final class KubernetesEvents implements ClusterEvents {
    private static final int LONGEST_UID = 64;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final EventPages pages;

    /** @param codec reads JSON that the API server has accepted */
    public KubernetesEvents(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
        this.pages = new EventPages(http, codec);
    }

    @Override
    public Following follow(Selection selection, Listener listener) {
        return EventFollower.start(http, codec, selection, listener);
    }

    @Override
    public void forEachMirrored(Mirrored mirrored) {
        String selector = "reportingComponent=" + MirroredEvent.REPORTER;
        pages.forEach(selector, event -> {
            JsonObject metadata = event.objectOrEmpty("metadata");
            String namespace = metadata.stringOrEmpty("namespace");
            String original = metadata.objectOrEmpty("annotations").stringOrEmpty(EventJson.ORIGINAL);
            // A user can write such an Event with any annotation.
            if (original.length() <= LONGEST_UID) {
                EventJson.occurrences(event)
                        .ifPresent(occurrences -> mirrored.exists(namespace, original, occurrences));
            }
        });
    }

    @Override
    public void write(MirroredEvent event) {
        String path = "/api/v1/namespaces/" + event.subject().namespace() + "/events";
        KubernetesResponse created = http.send("POST", path, new Query(), codec.encode(EventJson.write(event)));
        if (created.code() == EventAnswers.CONFLICT) {
            JsonObject changes = EventJson.changes(event);
            created = http.merge(path + "/" + event.name(), new Query(), codec.encode(changes));
        }
        EventAnswers.successful(created, codec);
    }
}
