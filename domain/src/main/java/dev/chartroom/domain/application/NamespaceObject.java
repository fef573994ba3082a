package dev.chartroom.domain.application;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.meta.GroupVersionKind;
import dev.chartroom.domain.meta.ObjectMeta;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * In what a {@code v1} Namespace is unlike other objects (kubernetes' registry/core/namespace): its deletion waits for the
 * finalizers of its spec, which clients cannot change; it says in which phase it is; and it has no generation.
 */
public final class NamespaceObject {
    public static final GroupVersionKind GVK = new GroupVersionKind("", "v1", "Namespace");

    /** Repeats the name, for selectors. */
    public static final String NAME_LABEL = "kubernetes.io/metadata.name";

    /** Whoever empties the namespace takes it away. */
    private static final String FINALIZER = "kubernetes";

    private static final String ACTIVE = "Active";
    private static final String TERMINATING = "Terminating";

    private NamespaceObject() {}

    /** A namespace by this name that nobody created yet. */
    public static Application named(String name) {
        return begun(new Application(GVK, ObjectMeta.of("", name), null, JsonObject.EMPTY));
    }

    /** What of a namespace that a client creates is the server's to say, said. */
    public static Application begun(Application given) {
        return new Application(
                GVK,
                labelled(given.metadata()),
                JsonObject.of("finalizers", JsonArray.ofStrings(List.of(FINALIZER))),
                JsonObject.of("phase", new JsonString(ACTIVE)));
    }

    /** With the label that repeats the name, as soon as there is one. */
    public static ObjectMeta labelled(ObjectMeta metadata) {
        if (metadata.name().isEmpty()) {
            return metadata;
        }
        Map<String, String> labels = new TreeMap<>(metadata.labels());
        labels.put(NAME_LABEL, metadata.name());
        return metadata.toBuilder().labels(labels).build();
    }

    /** What a namespace becomes by a client's write: its spec and its phase are the server's own. */
    public static Application kept(Application live, Application next) {
        JsonObject status = next.status().equals(Application.UNOBSERVED) ? live.status() : next.status();
        return new Application(
                GVK,
                labelled(next.metadata()),
                live.spec(),
                status.with("phase", new JsonString(live.metadata().isTerminating() ? TERMINATING : ACTIVE)));
    }

    /** A namespace in which nothing is any more. */
    public static Application emptied(Application live) {
        JsonArray others = NamespaceRemains.others(live.status().arrayOrEmpty("conditions"));
        JsonObject status = live.status();
        return live.withSpec(JsonObject.EMPTY)
                .withStatus(others.isEmpty() ? status.without("conditions") : status.with("conditions", others));
    }

    static boolean isOne(Application application) {
        return application.gvk().equals(GVK);
    }

    /** Whether it is a namespace that has to be emptied before it may go. */
    static boolean isHeld(Application application) {
        JsonObject spec = application.spec();
        return isOne(application)
                && spec != null
                && !spec.arrayOrEmpty("finalizers").isEmpty();
    }

    /** As {@link ObjectLifecycle#terminating}, whatever the propagation policy. */
    static Optional<Application> terminating(Application live, Instant now) {
        if (!isHeld(live) && live.metadata().finalizers().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                live.metadata().isTerminating()
                        ? live
                        : live.withMetadata(live.metadata().toBuilder()
                                        .deletionTimestamp(now.truncatedTo(ChronoUnit.SECONDS))
                                        .build())
                                .withStatus(live.status().with("phase", new JsonString(TERMINATING))));
    }
}
