package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Scale;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.storage.StoredApplication;

/** Changes the scale subresource of Applications, as the apiserver does for custom resources. Thread-safe. */
public final class ScaleWriter {
    private final ApplicationWriter writer;

    public ScaleWriter(ApplicationWriter writer) {
        this.writer = writer;
    }

    /**
     * Sets the replicas of an object. A Scale without a resource version replaces any state.
     *
     * @param body the Scale that the client sent
     * @return the Scale after the change
     * @throws ApiException BadRequest, Invalid, Conflict, or an error of {@link ApplicationWriter#patch}
     */
    public JsonObject update(
            ApplicationKind kind, Scale scale, NamespacedName name, JsonDocument body, WriteRequest request) {
        JsonObject wanted = SubmittedObject.object(body);
        SubmittedMetadata.checkNamespace(name.namespace(), ObjectMeta.fromJson(wanted.objectOrEmpty("metadata")));
        String given = wanted.objectOrEmpty("metadata").stringOrEmpty("name");
        if (given.isEmpty()) {
            throw ApiException.badRequest("the name of the object (" + name.name()
                    + " based on URL) was undeterminable: name must be provided");
        }
        if (!given.equals(name.name())) {
            throw ApiException.badRequest(
                    "the name of the object (" + given + ") does not match the name on the URL (" + name.name() + ")");
        }
        return written(
                scale,
                writer.patch(kind, name, new ScaleEdit(kind, scale, new ScaleEdit.Replacement(wanted)), request));
    }

    /**
     * Patches the Scale of an object. Parameters and errors are those of {@link ApplicationWriter#patch}.
     *
     * @return the Scale after the change
     */
    public JsonObject patch(ApplicationKind kind, Scale scale, NamespacedName name, Patch patch, WriteRequest request) {
        return written(scale, writer.patch(kind, name, new ScaleEdit(kind, scale, patch), request));
    }

    /**
     * Applies a Scale. Parameters and errors are those of {@link ApplicationWriter#apply}.
     *
     * @param configuration the Scale that the client sent
     * @return the Scale after the change
     */
    public JsonObject apply(
            ApplicationKind kind,
            Scale scale,
            NamespacedName name,
            JsonDocument configuration,
            boolean force,
            WriteRequest request) {
        JsonObject wanted = SubmittedObject.object(configuration);
        ScaleEdit.checkKind(wanted);
        JsonObject metadata = wanted.objectOrEmpty("metadata");
        JsonObject object = JsonObject.builder()
                .put("apiVersion", kind.gvk().apiVersion())
                .put("kind", kind.gvk().kind())
                .put("metadata", metadata.with("name", new JsonString(name.name())))
                .build();
        JsonValue replicas = wanted.objectOrEmpty("spec").get("replicas");
        JsonObject applied = replicas == null ? object : scale.withReplicas(object, ScaleEdit.replicas(wanted));
        return written(
                scale,
                writer.apply(
                                kind,
                                name,
                                new JsonDocument(applied, configuration.duplicates(), configuration.strictErrors()),
                                force,
                                request)
                        .application());
    }

    private static JsonObject written(Scale scale, StoredApplication application) {
        return scale.of(application.shown().toJson());
    }
}
