package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.validation.Finalizers;
import dev.chartroom.apimachinery.validation.ObjectMetaRules;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.write.ObjectDecoder.Decoded;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.NameRules;
import dev.chartroom.domain.conversion.ReconcileRequests;
import dev.chartroom.domain.conversion.ReservedKeys;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeletionPolicy;
import dev.chartroom.domain.subresource.Scale;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last step before the store: sets the server-owned fields, validates the whole object, and removes the defaults
 * that the client did not choose. The input is the whole object, pruned and with defaults.
 */
final class WriteStrategy {
    private WriteStrategy() {}

    /**
     * An object that is ready for the store.
     *
     * @param stored the state to store, without defaults
     * @param shown the same state as clients will see it, with defaults
     */
    record Prepared(Application stored, Application shown) {}

    /**
     * Prepares an object that is to be created.
     *
     * @param object the object to create, with its name, and with server-owned fields cleared
     * @param chosen the spec of the object without defaults; null if the object has no spec
     * @throws ApiException Invalid with all errors, in the apiserver's order
     */
    static Prepared forCreate(
            ApplicationKind kind, JsonObject object, @Nullable JsonObject chosen, WriteRequest request) {
        ObjectMeta metadata = ObjectMeta.fromJson(object.objectOrEmpty("metadata"));
        BoundedReport<FieldError> errors = BoundedReport.ofErrors();
        errors.addAll(typeErrors(kind, object));
        if (errors.isEmpty()) {
            errors.addAll(metadataErrors(kind, metadata));
            errors.addAll(protectionErrors(kind, metadata, null));
            errors.addAll(ReconcileRequests.check(kind, metadata, null));
            errors.addAll(specErrors(kind, object, null, errors.entries()));
        }
        refuse(groupKind(kind, object), metadata.name(), errors);
        Finalizers.warnings(metadata, null).forEach(request.warnings());
        Application stored = new Application(kind.gvk(), metadata, chosen, Application.UNOBSERVED);
        return new Prepared(stored, stored.withSpec(spec(object)).withStatus(JsonObject.EMPTY));
    }

    private static List<FieldError> metadataErrors(ApplicationKind kind, ObjectMeta metadata) {
        // As a SubjectAccessReview, a question needs no name.
        return kind.isComputed() && metadata.name().isEmpty()
                ? List.of()
                : ObjectMetaRules.validate(
                        metadata, kind.scope(), NameRules.format(kind), name -> NameRules.check(kind, name));
    }

    /**
     * Prepares the new state of an object, or of its status alone (wire contract D52 to D58, D73).
     *
     * @param next the new state, with the resource version of the state that it replaces
     * @param edit decides which values of the spec are stored
     * @throws ApiException Invalid with all errors; Conflict if the resource version is not the current one
     */
    static Prepared forUpdate(
            ApplicationKind kind, StoredApplication current, Decoded next, SpecEdit edit, WriteRequest request) {
        if (request.isForStatus()) {
            return forStatusUpdate(kind, current, next);
        }
        ObjectMeta live = current.metadata();
        checkResourceVersion(kind, next.metadata(), live);
        ObjectMeta metadata = ObjectMetaRules.settled(next.metadata(), live);
        BoundedReport<FieldError> errors = BoundedReport.ofErrors();
        errors.addAll(ObjectMetaRules.validateUpdate(metadata, live, kind.scope()));
        errors.addAll(protectionErrors(kind, metadata, live));
        errors.addAll(ReconcileRequests.check(kind, metadata, live));
        List<FieldError> types = typeErrors(kind, next.json());
        errors.addAll(types.isEmpty() ? specErrors(kind, next.json(), current, errors.entries()) : types);
        refuse(groupKind(kind, next.json()), live.name(), errors);
        Finalizers.warnings(metadata, live).forEach(request.warnings());
        Application stored = new Application(
                kind.gvk(),
                metadata,
                edit.stored(kind, next.chosen()),
                current.application().status());
        return new Prepared(stored, stored.withSpec(spec(next.json())));
    }

    /** Prepares a write to the status, which changes nothing else (wire contract D73). */
    private static Prepared forStatusUpdate(ApplicationKind kind, StoredApplication current, Decoded next) {
        ObjectMeta live = current.metadata();
        checkResourceVersion(kind, next.metadata(), live);
        BoundedReport<FieldError> errors = BoundedReport.ofErrors();
        errors.addAll(typeErrors(kind, next.json()));
        JsonValue status = next.json().get("status");
        if (status != null && !(status instanceof JsonObject)) {
            errors.add(() -> FieldError.typeInvalid("status", status, "status in body must be of type object"));
        } else if (status != null) {
            // If a status were invalid, typed clients could not decode any object of the kind.
            kind.statusSchema()
                    .map(schema -> SchemaValidator.validate(schema, "status", status, null))
                    .ifPresent(errors::addAll);
        }
        refuse(groupKind(kind, next.json()), live.name(), errors);
        ObjectMeta metadata =
                live.toBuilder().managedFields(next.metadata().managedFields()).build();
        JsonObject written = status instanceof JsonObject object ? object : Application.UNOBSERVED;
        return new Prepared(
                current.application().withMetadata(metadata).withStatus(written),
                current.shown().withMetadata(metadata).withStatus(written));
    }

    private static @Nullable JsonObject spec(JsonObject object) {
        return object.get("spec") instanceof JsonObject spec ? spec : null;
    }

    private static void refuse(GroupKind kind, String name, BoundedReport<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(kind, name, errors.entries()));
        }
    }

    /** Returns the kind that the client sent, even if it is wrong. */
    private static GroupKind groupKind(ApplicationKind kind, JsonObject object) {
        return new GroupKind(kind.group(), object.stringOrEmpty("kind"));
    }

    private static void checkResourceVersion(ApplicationKind kind, ObjectMeta submitted, ObjectMeta live) {
        String version = submitted.resourceVersion();
        if (version.isEmpty() || version.equals("0")) {
            // For this error, a kube-apiserver names the resource. In every other Invalid error, it names the kind.
            throw new ApiException(new ApiError.Invalid(
                    new GroupKind(kind.group(), kind.names().plural()),
                    live.name(),
                    List.of(new FieldError(
                            FieldError.Type.INVALID,
                            "metadata.resourceVersion",
                            "Invalid value: 0: must be specified for an update"))));
        }
        if (!version.equals(live.resourceVersion())) {
            throw new ApiException(
                    new ApiError.Conflict(kind.groupResource(), live.name(), ApiError.Conflict.MODIFIED));
        }
    }

    /** Namespaces of dev mode behave as in a kube-apiserver, which does not know the annotation. */
    private static List<FieldError> protectionErrors(
            ApplicationKind kind, ObjectMeta metadata, @Nullable ObjectMeta live) {
        return kind.isCore()
                ? List.of()
                : DeletionPolicy.annotationError(metadata, live).stream().toList();
    }

    private static List<FieldError> typeErrors(ApplicationKind kind, JsonObject object) {
        List<FieldError> errors = new ArrayList<>();
        check("kind", object.stringOrEmpty("kind"), kind.gvk().kind(), errors);
        check("apiVersion", object.stringOrEmpty("apiVersion"), kind.gvk().apiVersion(), errors);
        return errors;
    }

    private static void check(String field, String value, String expected, List<FieldError> errors) {
        if (!value.equals(expected)) {
            errors.add(FieldError.invalid(field, new JsonString(value), "must be " + expected));
        }
    }

    private static List<FieldError> specErrors(
            ApplicationKind kind, JsonObject object, @Nullable StoredApplication current, List<FieldError> found) {
        JsonValue spec = object.get("spec");
        JsonObject old = current == null ? null : current.shown().spec();
        List<FieldError> immutable =
                current == null ? List.of() : kind.immutableFields().check(spec, old);
        if (spec == null) {
            return immutable;
        }
        List<FieldError> errors = new ArrayList<>();
        if (spec instanceof JsonObject values) {
            ReservedKeys.firstReserved(values)
                    .map(key -> FieldError.forbidden(
                            "spec." + key, "keys that begin with \"_\" are reserved for the platform"))
                    .ifPresent(errors::add);
        }
        if (kind.schema().hasRules()) {
            ServerCapacity.current().ifPresent(share -> share.acquireTurn(Long.MAX_VALUE));
        }
        errors.addAll(SchemaValidator.validate(kind.schema(), "spec", spec, old, found));
        kind.subresources().scalePaths().ifPresent(paths -> errors.addAll(new Scale(paths).errors(object)));
        errors.addAll(immutable);
        return errors;
    }
}
