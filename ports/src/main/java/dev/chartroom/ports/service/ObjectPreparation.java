package dev.chartroom.ports.service;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.NameRules;
import dev.chartroom.domain.conversion.ReservedKeys;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.schema.SchemaDefaulter;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.FieldError;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.ArrayList;
import java.util.List;

/** What becomes of a submitted object before it is stored: what is checked, and what the server owns. */
final class ObjectPreparation {
    private ObjectPreparation() {}

    /**
     * The object to create: name and namespace settled, everything that the server owns wiped (wire contract D24, D25).
     */
    static Application forCreate(ApplicationKind kind, String namespace, Application submitted) {
        ObjectMeta metadata = submitted.metadata();
        if (!metadata.resourceVersion().isEmpty()) {
            throw ApiException.badRequest("resourceVersion should not be set on objects to be created");
        }
        checkNamespace(namespace, metadata);
        ObjectMeta prepared = metadata.toBuilder()
                .namespace(namespace)
                .uid("")
                .generation(0)
                .creationTimestamp(null)
                .deletionTimestamp(null)
                .deletionGracePeriodSeconds(null)
                .build();
        return submitted.withMetadata(prepared).withStatus(JsonObject.EMPTY);
    }

    /** Checks an object that is complete but for its name having been generated. */
    static void checkNew(ApplicationKind kind, Application application) {
        String name = application.metadata().name();
        List<FieldError> errors = new ArrayList<>(NameRules.check(kind, name));
        errors.addAll(reserved(application));
        refuse(kind, name, errors);
    }

    /**
     * What an object becomes by an update: what the server owns stays as it is, and what the client saw only because of
     * defaults is not written (wire contract D52 to D54).
     *
     * @param explicit the spec whose values count as chosen even where they equal the default
     */
    static Application forUpdate(
            ApplicationKind kind, StoredApplication current, JsonObject explicit, Application submitted) {
        ObjectMeta live = current.metadata();
        ObjectMeta metadata = submitted.metadata();
        checkNamespace(live.namespace(), metadata);
        if (!metadata.name().equals(live.name())) {
            throw ApiException.badRequest("the name of the object (" + metadata.name()
                    + ") does not match the name on the URL (" + live.name() + ")");
        }
        if (!metadata.uid().isEmpty() && !metadata.uid().equals(live.uid())) {
            throw new ApiException(new ApiError.Conflict(
                    kind.groupResource(),
                    live.name(),
                    "Precondition failed: UID in precondition: " + metadata.uid() + ", UID in object meta: "
                            + live.uid()));
        }
        if (!metadata.resourceVersion().equals(live.resourceVersion())) {
            throw new ApiException(
                    new ApiError.Conflict(kind.groupResource(), live.name(), ApiError.Conflict.MODIFIED));
        }
        refuse(kind, live.name(), reserved(submitted));
        ObjectMeta next = live.toBuilder()
                .labels(metadata.labels())
                .annotations(metadata.annotations())
                .finalizers(metadata.finalizers())
                .ownerReferences(metadata.ownerReferences())
                .managedFields(metadata.managedFields())
                .build();
        JsonObject spec = submitted.spec();
        return new Application(
                kind.gvk(),
                next,
                spec == null ? null : SchemaDefaulter.withoutDefaults(kind.schema(), explicit, spec),
                current.application().status());
    }

    static void refuse(ApplicationKind kind, String name, List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(kind.gvk().groupKind(), name, errors));
        }
    }

    private static void checkNamespace(String namespace, ObjectMeta metadata) {
        if (!metadata.namespace().isEmpty() && !metadata.namespace().equals(namespace)) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    private static List<FieldError> reserved(Application application) {
        JsonObject spec = application.spec();
        if (spec == null) {
            return List.of();
        }
        return ReservedKeys.firstReserved(spec)
                .map(key ->
                        FieldError.forbidden("spec." + key, "keys that begin with \"_\" are reserved for the platform"))
                .stream()
                .toList();
    }
}
