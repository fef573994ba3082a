package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.managedfields.FieldManager;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.write.ObjectDecoder.Decoded;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.Operation;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Scale;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.storage.StoredApplication;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls admission for creates and updates, and processes objects that admission changed (wire contract H7). */
record WriteAdmission(Admission admission, Clock clock) {

    /**
     * Returns the object after mutating admission. An object that admission did not change is returned as it is. An
     * object that admission changed is decoded again, and its unknown fields are dropped.
     *
     * @param current the stored object; null if the object is to be created
     */
    Decoded mutated(
            ApplicationKind kind,
            NamespacedName name,
            Decoded submitted,
            @Nullable StoredApplication current,
            WriteRequest request) {
        AdmissionAttributes attributes = attributes(kind, name, submitted.json(), current, request);
        JsonObject admitted = ofSubresource(
                kind,
                submitted.json(),
                admission.mutate(attributes, request.context().notes()),
                request);
        if (admitted.equals(submitted.json())) {
            return submitted;
        }
        Decoded decoded = decoded(kind, withReadableOwners(admitted, submitted.metadata(), request));
        Decoded checked = SubmittedMetadata.ofAdmitted(name.namespace(), decoded, request);
        return current == null ? checked.withChosen(chosen(kind, submitted, checked)) : checked;
    }

    /**
     * Calls validating admission with the object as it is going to be stored.
     *
     * @param shown the object to store, with defaults
     * @param current the stored object; null if the object is to be created
     * @param removesUnknownValues whether the write also removes values that the object does not show
     */
    void validate(
            ApplicationKind kind,
            Application shown,
            @Nullable StoredApplication current,
            boolean removesUnknownValues,
            WriteRequest request) {
        admission.validate(
                attributes(
                        kind,
                        shown.metadata().namespacedName(),
                        (current == null ? asCreated(shown) : withNextGeneration(shown, current, removesUnknownValues))
                                .toJson(),
                        current,
                        request),
                request.context().notes());
    }

    private static AdmissionAttributes attributes(
            ApplicationKind kind,
            NamespacedName name,
            JsonObject object,
            @Nullable StoredApplication current,
            WriteRequest request) {
        return new AdmissionAttributes(
                kind,
                request.subresource(),
                name.namespace(),
                name.name(),
                current == null ? Operation.CREATE : Operation.UPDATE,
                request.context().optionsOf(current == null ? "CreateOptions" : "UpdateOptions"),
                request.options().dryRun(),
                request.context().user(),
                forSubresource(kind, object, request),
                current == null ? null : forSubresource(kind, current.shown().toJson(), request));
    }

    /** Returns the object that admission receives: for the scale subresource, the Scale. */
    private static JsonObject forSubresource(ApplicationKind kind, JsonObject object, WriteRequest request) {
        return scale(kind, request).map(scale -> scale.ofAny(object)).orElse(object);
    }

    /** Returns the object that admission returned. Of a changed Scale, only the replicas have an effect. */
    private static JsonObject ofSubresource(
            ApplicationKind kind, JsonObject object, JsonObject admitted, WriteRequest request) {
        return scale(kind, request)
                .map(scale -> admitted.equals(scale.ofAny(object))
                        ? object
                        : scale.withReplicas(object, ScaleEdit.replicas(admitted)))
                .orElse(admitted);
    }

    private static Optional<Scale> scale(ApplicationKind kind, WriteRequest request) {
        return request.subresource().equals(Subresource.SCALE.path())
                ? kind.subresources().scalePaths().map(Scale::new)
                : Optional.empty();
    }

    /** Sets the values that the store is going to set, except the uid, which is not known yet. */
    private Application asCreated(Application created) {
        return created.withMetadata(created.metadata().toBuilder()
                .generation(1)
                .creationTimestamp(clock.instant().truncatedTo(ChronoUnit.SECONDS))
                .build());
    }

    /** Sets the generation that the object is going to have. */
    private static Application withNextGeneration(
            Application shown, StoredApplication current, boolean removesUnknownValues) {
        return !removesUnknownValues
                        && Objects.equals(shown.spec(), current.shown().spec())
                ? shown
                : shown.withMetadata(shown.metadata().toBuilder()
                        .generation(current.metadata().generation() + 1)
                        .build());
    }

    private static Decoded decoded(ApplicationKind kind, JsonObject admitted) {
        try {
            return ObjectDecoder.decodeAdmitted(kind, admitted);
        } catch (IllegalArgumentException e) {
            throw new ApiException(ApiError.internal(String.valueOf(e.getMessage())));
        }
    }

    /**
     * If the managedFields are unreadable after admission, restores the value that they had before admission, as a
     * kube-apiserver does.
     */
    private static JsonObject withReadableOwners(JsonObject admitted, ObjectMeta before, WriteRequest request) {
        JsonObject metadata = admitted.objectOrEmpty("metadata");
        JsonArray owners = metadata.arrayOrEmpty("managedFields");
        Optional<String> problem = FieldManager.problem(owners);
        problem.ifPresent(why -> request.warnings()
                .accept(".metadata.managedFields was in an invalid state after admission; this could be caused by an"
                        + " outdated mutating admission controller; please fix your requests: " + why));
        return problem.isEmpty()
                ? admitted
                : admitted.with("metadata", metadata.with("managedFields", before.managedFields()));
    }

    /**
     * Returns the values that the client chose, and the values that admission set to something other than the default.
     */
    private static @Nullable JsonObject chosen(ApplicationKind kind, Decoded submitted, Decoded admitted) {
        JsonObject all = admitted.chosen();
        JsonObject before = submitted.chosen();
        if (all == null) {
            return null;
        }
        JsonObject chosen =
                SchemaDefaulter.withoutDefaults(kind.schema(), before == null ? JsonObject.EMPTY : before, all);
        return before == null && chosen.isEmpty() ? null : chosen;
    }
}
