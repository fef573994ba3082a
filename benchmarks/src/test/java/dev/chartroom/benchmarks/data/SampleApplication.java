package dev.chartroom.benchmarks.data;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.schema.SchemaDefaulter;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * One generated application.
 *
 * @param index what it is generated from: the same index makes the same object
 * @param values its spec, by the index
 */
public record SampleApplication(ApplicationKind kind, String namespace, int index, IntFunction<JsonObject> values) {
    /** How many share a namespace. */
    public static final int PER_NAMESPACE = 500;

    private static final Instant CREATED = Instant.parse("2026-01-02T03:04:05Z");

    /** A Postgres. */
    public SampleApplication(ApplicationKind kind, String namespace, int index) {
        this(kind, namespace, index, SampleValues::of);
    }

    /** The application of that index where there are {@link #PER_NAMESPACE} in each namespace. */
    public static SampleApplication of(ApplicationKind kind, int index) {
        return new SampleApplication(kind, namespace(index / PER_NAMESPACE), index);
    }

    /** The name of a namespace of the filling, from 0. */
    public static String namespace(int number) {
        return "bench-" + number;
    }

    public String name() {
        return "orders-%05d".formatted(index);
    }

    public String releaseName() {
        return kind.release().releaseName(name());
    }

    /** As a client sends it. */
    public Application application() {
        ObjectMeta metadata = ObjectMeta.of(namespace, name()).toBuilder()
                .labels(Map.of("team", "team-" + index % 40, "tier", index % 4 == 0 ? "gold" : "standard"))
                .annotations(Map.of("example.com/ticket", "OPS-" + (10_000 + index)))
                .build();
        return new Application(kind.gvk(), metadata, values.apply(index), JsonObject.EMPTY);
    }

    /** As Chartroom would have created its release, with who owns which fields; without a status. */
    public JsonObject release() {
        Application application = application();
        return ReleaseConverter.newRelease(
                kind,
                application.withMetadata(application.metadata().toBuilder()
                        .managedFields(owners(application))
                        .build()));
    }

    /** The status that Flux would have written. */
    public JsonObject status() {
        return SampleStatus.of(releaseName(), namespace, index);
    }

    /** The release as it is read from the kube-apiserver. */
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

    private JsonArray owners(Application application) {
        JsonObject spec = SchemaDefaulter.withDefaults(kind.schema(), Objects.requireNonNull(application.spec()));
        return kind.fieldOwnership()
                .update(JsonObject.EMPTY, application.withSpec(spec).toJson(), "kubectl-create", "", CREATED)
                .objectOrEmpty("metadata")
                .arrayOrEmpty("managedFields");
    }
}
