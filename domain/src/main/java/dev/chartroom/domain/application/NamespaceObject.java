package dev.chartroom.domain.application;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.GroupVersionKind;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The differences between a {@code v1} Namespace and other objects (kubernetes' registry/core/namespace). The deletion
 * of a Namespace waits for the finalizers in its spec, which clients cannot change. A Namespace has a phase and no
 * generation.
 */
public final class NamespaceObject {
    public static final GroupVersionKind GVK = new GroupVersionKind("", "v1", "Namespace");

    /** The label that repeats the name of the namespace, for label selectors. */
    public static final String NAME_LABEL = "kubernetes.io/metadata.name";

    /** The finalizer that is removed when the namespace is empty. */
    private static final String FINALIZER = "kubernetes";

    private static final String ACTIVE = "Active";
    private static final String TERMINATING = "Terminating";

    private NamespaceObject() {}

    /** Returns a new namespace with this name. */
    public static Application named(String name) {
        return withServerFields(new Application(GVK, ObjectMeta.of("", name), null, JsonObject.EMPTY));
    }

    /** Sets the server-owned fields of a new namespace. */
    public static Application withServerFields(Application application) {
        return new Application(
                GVK,
                labelled(application.metadata()),
                JsonObject.of("finalizers", JsonArray.ofStrings(List.of(FINALIZER))),
                JsonObject.of("phase", new JsonString(ACTIVE)));
    }

    /** Adds the label that repeats the name, if there is a name. */
    public static ObjectMeta labelled(ObjectMeta metadata) {
        if (metadata.name().isEmpty()) {
            return metadata;
        }
        Map<String, String> labels = new TreeMap<>(metadata.labels());
        labels.put(NAME_LABEL, metadata.name());
        return metadata.toBuilder().labels(labels).build();
    }

    /** Returns a namespace after a client's write. Its spec and its phase belong to the server. */
    public static Application updated(Application live, Application next) {
        JsonObject status = next.status().equals(Application.UNOBSERVED) ? live.status() : next.status();
        return new Application(
                GVK,
                labelled(next.metadata()),
                live.spec(),
                status.with("phase", new JsonString(live.metadata().isTerminating() ? TERMINATING : ACTIVE)));
    }

    /**
     * Returns a namespace after the deletion of its contents: without finalizers in its spec, and without conditions
     * about its contents.
     */
    public static Application emptied(Application live) {
        JsonArray others = NamespaceRemains.others(live.status().arrayOrEmpty("conditions"));
        JsonObject status = live.status();
        return live.withSpec(JsonObject.EMPTY)
                .withStatus(others.isEmpty() ? status.without("conditions") : status.with("conditions", others));
    }

    static boolean isNamespace(Application application) {
        return application.gvk().equals(GVK);
    }

    /** Returns whether the object is a namespace whose contents must be deleted before the namespace. */
    static boolean isHeld(Application application) {
        JsonObject spec = application.spec();
        return isNamespace(application)
                && spec != null
                && !spec.arrayOrEmpty("finalizers").isEmpty();
    }

    /** Works like {@link ObjectLifecycle#terminating}. The propagation policy makes no difference for a namespace. */
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
