package dev.chartroom.benchmarks.data;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * One generated application.
 *
 * @param index the source of all generated values: the same index generates the same object
 * @param values returns the spec for an index
 */
public record SampleApplication(ApplicationKind kind, String namespace, int index, IntFunction<JsonObject> values) {
    /** The number of applications in a namespace. */
    public static final int PER_NAMESPACE = 500;

    private static final Instant CREATED = Instant.parse("2026-01-02T03:04:05Z");

    /** Creates an application of the kind Postgres. */
    public SampleApplication(ApplicationKind kind, String namespace, int index) {
        this(kind, namespace, index, SampleValues::of);
    }

    /** Returns the application of an index, if there are {@link #PER_NAMESPACE} in each namespace. */
    public static SampleApplication of(ApplicationKind kind, int index) {
        return new SampleApplication(kind, namespace(index / PER_NAMESPACE), index);
    }

    /** Returns the name of a namespace of the filling; the first number is 0. */
    public static String namespace(int number) {
        return "bench-" + number;
    }

    public String name() {
        return "orders-%05d".formatted(index);
    }

    public String releaseName() {
        return kind.release().releaseName(name());
    }

    /** Returns the application as a client sends it. */
    public Application application() {
        ObjectMeta metadata = ObjectMeta.of(namespace, name()).toBuilder()
                .labels(Map.of("team", "team-" + index % 40, "tier", index % 4 == 0 ? "gold" : "standard"))
                .annotations(Map.of("example.com/ticket", "OPS-" + (10_000 + index)))
                .build();
        return new Application(kind.gvk(), metadata, values.apply(index), JsonObject.EMPTY);
    }

    /** Returns the release as Chartroom would create it, with managed fields and without a status. */
    public JsonObject release() {
        Application application = application();
        return ReleaseConverter.newRelease(
                kind,
                application.withMetadata(application.metadata().toBuilder()
                        .managedFields(owners(application))
                        .build()));
    }

    /** Returns the status that Flux would write. */
    public JsonObject status() {
        return SampleStatus.of(releaseName(), namespace, index);
    }

    /** Returns the release as the kube-apiserver returns it. */
    public JsonObject storedRelease() {
        JsonObject release = release();
        JsonObject metadata = release.objectOrEmpty("metadata").toBuilder()
                .put("uid", "5b0c6a9e-3c1f-4f57-9f5e-%012d".formatted(index))
                .put("resourceVersion", Integer.toString(100_000 + index))
                .put("generation", 1)
                .put("creationTimestamp", CREATED.toString())
                .build();
        return release.with("metadata", metadata).with("status", status());
    }

    /**
     * Returns the release as the kube-apiserver keeps it in etcd: without a resource version.
     *
     * @param other another stored release, with the managed fields
     */
    JsonObject storedAs(JsonObject other) {
        JsonObject stored = storedRelease();
        JsonObject metadata = stored.objectOrEmpty("metadata")
                .without("resourceVersion")
                .with("managedFields", other.objectOrEmpty("metadata").arrayOrEmpty("managedFields"));
        return stored.with("metadata", metadata);
    }

    private JsonArray owners(Application application) {
        JsonObject spec = SchemaDefaulter.withDefaults(kind.schema(), Objects.requireNonNull(application.spec()));
        return kind.fieldOwnership()
                .update(JsonObject.EMPTY, application.withSpec(spec).toJson(), "kubectl-create", "", CREATED)
                .objectOrEmpty("metadata")
                .arrayOrEmpty("managedFields");
    }
}
