package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.validation.OwnerReferences;
import dev.chartroom.core.retry.RetryOnConflict;
import dev.chartroom.core.write.ObjectDecoder.Decoded;
import dev.chartroom.core.write.WriteStrategy.Prepared;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.auth.RequestUser;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.StoredApplication;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Creates Applications, for a create and for an apply of an object that does not exist. Thread-safe. */
final class ApplicationCreator {
    private static final RetryOnConflict NAME_ATTEMPTS = new RetryOnConflict(8);

    private final ApplicationStore store;
    private final WriteAdmission admission;
    private final ObjectQuota quota;
    private final NameGenerator names;
    private final Clock clock;

    ApplicationCreator(
            ApplicationStore store, WriteAdmission admission, ObjectQuota quota, NameGenerator names, Clock clock) {
        this.store = store;
        this.admission = admission;
        this.quota = quota;
        this.names = names;
        this.clock = clock;
    }

    /** As {@link ApplicationWriter#create}. */
    StoredApplication create(ApplicationKind kind, String namespace, JsonDocument body, WriteRequest request) {
        Decoded decoded = NamespaceDefaults.of(kind, SubmittedObject.ofBody(kind, body, request), null);
        ObjectMeta metadata = decoded.metadata();
        SubmittedMetadata.checkNamespace(namespace, metadata);
        if (!metadata.resourceVersion().isEmpty() && !metadata.resourceVersion().equals("0")) {
            throw ApiException.badRequest("resourceVersion should not be set on objects to be created");
        }
        OwnerReferences owners = OwnerReferences.of(metadata.ownerReferences());
        owners.warnings().forEach(request.warnings());
        Decoded cleared = decoded.withMetadata(withoutServerFields(metadata, namespace).toBuilder()
                .ownerReferences(owners.references())
                .build());
        JsonObject owned = kind.fieldOwnership()
                .update(
                        JsonObject.EMPTY,
                        cleared.json().without("status"),
                        request.options().fieldManager(),
                        "",
                        clock.instant());
        return createAdmitted(kind, cleared.withJson(owned), request);
    }

    /**
     * Creates the object that results from an apply.
     *
     * @throws ApiException Conflict if the configuration names a uid
     */
    StoredApplication createApplied(ApplicationKind kind, NamespacedName name, Decoded decoded, WriteRequest request) {
        ObjectMeta metadata = decoded.metadata();
        if (!metadata.uid().isEmpty()) {
            throw new ApiException(new ApiError.Conflict(
                    kind.groupResource(),
                    name.name(),
                    "uid mismatch: the provided object specified uid " + metadata.uid()
                            + ", and no existing object was found"));
        }
        Decoded checked = NamespaceDefaults.of(kind, SubmittedMetadata.ofPatch(name, decoded, request), null);
        request.authorizeCreate().run();
        return createAdmitted(
                kind, checked.withMetadata(withoutServerFields(checked.metadata(), name.namespace())), request);
    }

    private StoredApplication createAdmitted(ApplicationKind kind, Decoded submitted, WriteRequest request) {
        Decoded admitted = admission.mutated(kind, submitted.metadata().namespacedName(), submitted, null, request);
        return createNamed(kind, admitted.json(), admitted.chosen(), request);
    }

    private StoredApplication createNamed(
            ApplicationKind kind, JsonObject object, @Nullable JsonObject chosen, WriteRequest request) {
        ObjectMeta metadata = ObjectMeta.fromJson(object.objectOrEmpty("metadata"));
        String base = metadata.generateName();
        if (!metadata.name().isEmpty() || base.isEmpty()) {
            return stored(kind, WriteStrategy.forCreate(kind, object, chosen, request), request);
        }
        return NAME_ATTEMPTS.run(attempt -> {
            ObjectMeta named = metadata.toBuilder().name(names.generate(base)).build();
            Prepared prepared = WriteStrategy.forCreate(kind, object.with("metadata", named.toJson()), chosen, request);
            return attempt.create(() -> stored(kind, prepared, request));
        });
    }

    private StoredApplication stored(ApplicationKind kind, Prepared prepared, WriteRequest request) {
        admission.validate(kind, prepared.shown(), null, false, request);
        quota.charge(
                kind,
                prepared.stored().metadata().namespacedName(),
                request.options().dryRun());
        return RequestUser.during(
                request.context().user(), () -> store.create(kind, prepared.stored(), request.options()));
    }

    /** Clears the server-owned fields of an object that is to be created (wire contract D24). */
    private static ObjectMeta withoutServerFields(ObjectMeta submitted, String namespace) {
        return submitted.toBuilder()
                .namespace(namespace)
                .uid("")
                .resourceVersion("")
                .generation(0)
                .creationTimestamp(null)
                .deletionTimestamp(null)
                .deletionGracePeriodSeconds(null)
                .build();
    }
}
