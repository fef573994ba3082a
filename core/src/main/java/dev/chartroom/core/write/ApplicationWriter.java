package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.admission.BufferedNotes;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.retry.RetryOnConflict;
import dev.chartroom.core.retry.RetryOnConflict.Attempt;
import dev.chartroom.core.write.ObjectDecoder.Decoded;
import dev.chartroom.core.write.WriteStrategy.Prepared;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.UnknownRemoval;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.auth.RequestUser;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.StoredApplication;
import java.time.Clock;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Creates and changes Applications, as the apiserver does for custom resources. Thread-safe. */
public final class ApplicationWriter {
    private static final RetryOnConflict PATCH_ATTEMPTS = new RetryOnConflict(5);
    /** An update contains the resource version that it replaces, so another attempt would fail too. */
    private static final RetryOnConflict ONE_ATTEMPT = new RetryOnConflict(1);

    private static final RecentAttempt NO_RESULT = new RecentAttempt.NoResult();

    private final ApplicationStore store;
    private final WriteAdmission admission;
    private final ApplicationCreator creator;
    private final Clock clock;

    public ApplicationWriter(
            ApplicationStore store, Admission admission, ObjectQuota quota, RandomGenerator random, Clock clock) {
        this.store = store;
        this.admission = new WriteAdmission(admission, clock);
        this.creator = new ApplicationCreator(store, this.admission, quota, new NameGenerator(random), clock);
        this.clock = clock;
    }

    /**
     * Creates an object (wire contract D23 to D31).
     *
     * @param body the object that the client sent
     * @throws ApiException BadRequest, Invalid, or an error of {@link ApplicationStore#create}
     */
    public StoredApplication create(ApplicationKind kind, String namespace, JsonDocument body, WriteRequest request) {
        return creator.create(kind, namespace, body, request);
    }

    /**
     * Replaces an object (wire contract D52 to D58). As for a CustomResourceDefinition, the body must contain the
     * resource version of the object that it replaces.
     *
     * @throws ApiException BadRequest, Invalid, Conflict, or an error of {@link ApplicationStore#update}
     */
    public StoredApplication update(
            ApplicationKind kind, NamespacedName name, JsonDocument body, WriteRequest request) {
        Decoded decoded = SubmittedObject.ofBody(kind, body, request);
        Decoded checked = SubmittedMetadata.ofUpdate(name, decoded, request);
        return updateWithRetries(
                kind,
                name,
                (before, withNotes) -> replaced(kind, before, checked, SubmittedObject.object(body), withNotes),
                request,
                ONE_ATTEMPT);
    }

    private UnknownEdit.Write replaced(
            ApplicationKind kind, StoredApplication current, Decoded checked, JsonObject body, WriteRequest request) {
        ObjectMeta metadata = checked.metadata();
        if (!metadata.uid().isEmpty()
                && !metadata.uid().equals(current.metadata().uid())) {
            throw conflict(
                    kind,
                    current.metadata().namespacedName(),
                    "Precondition failed: UID in precondition: " + metadata.uid() + ", UID in object meta: "
                            + current.metadata().uid());
        }
        Decoded owned = owned(kind, current, checked, request);
        UnknownEdit unknown = UnknownEdit.ofUpdate(kind, current, body, request);
        return prepared(kind, current, owned, SpecEdit.ofUpdate(current), unknown, request);
    }

    /**
     * Patches an object (wire contract D59 to D62). If another client writes at the same time, the patch is applied
     * again to the new state, unless the patch names a resource version.
     *
     * @param patch a patch, or another change that depends on the object
     *
     * @throws ApiException BadRequest, Conflict, an error of the store, or Invalid if the patch does not fit the object
     */
    public StoredApplication patch(ApplicationKind kind, NamespacedName name, ObjectEdit patch, WriteRequest request) {
        return updateWithRetries(
                kind, name, (before, withNotes) -> patched(kind, before, patch, withNotes), request, PATCH_ATTEMPTS);
    }

    private UnknownEdit.Write patched(
            ApplicationKind kind, StoredApplication current, ObjectEdit patch, WriteRequest request) {
        UnknownEdit unknown = UnknownEdit.ofPatch(kind, current, patch, request);
        UnknownRemoval removal = unknown.removal();
        Decoded decoded = SubmittedObject.ofPatch(kind, patch, current.shown().toJson(), removal::remove, request);
        NamespacedName name = current.metadata().namespacedName();
        Decoded owned = owned(kind, current, SubmittedMetadata.ofPatch(name, decoded, request), request);
        return prepared(kind, current, owned, SpecEdit.ofPatch(current, patch, removal::isRemoved), unknown, request);
    }

    /**
     * Applies a configuration (wire contract D63). Creates the object if the object does not exist.
     *
     * @param configuration the object that the client sent
     * @param force whether the manager also becomes the owner of fields that other managers own
     * @throws ApiException BadRequest, Invalid, an error of the store, or Conflict because of fields that other
     *     managers own
     */
    public Written apply(
            ApplicationKind kind,
            NamespacedName name,
            JsonDocument configuration,
            boolean force,
            WriteRequest request) {
        JsonObject config = SubmittedObject.object(configuration);
        Change change = (before, withNotes) -> applied(kind, before, configuration, config, force, withNotes);
        RecentAttempt recent = attemptOnRecent(kind, name, change, request);
        if (recent instanceof RecentAttempt.Done(var written)) {
            return new Written(written, false);
        }
        return PATCH_ATTEMPTS.run(attempt -> {
            Optional<StoredApplication> current = find(kind, name);
            if (current.isPresent()) {
                return writeUnlessConflict(kind, current.get(), change, recent, request, attempt)
                        .map(written -> new Written(written, false));
            }
            Decoded decoded = decoded(kind, JsonObject.EMPTY, configuration, config, force, request);
            if (!request.subresource().isEmpty()) {
                throw new ApiException(new ApiError.NotFound(kind.groupResource(), name.name()));
            }
            return createUnlessExists(kind, name, decoded, request, attempt).map(created -> new Written(created, true));
        });
    }

    private UnknownEdit.Write applied(
            ApplicationKind kind,
            StoredApplication current,
            JsonDocument configuration,
            JsonObject config,
            boolean force,
            WriteRequest request) {
        Decoded decoded = decoded(kind, current.shown().toJson(), configuration, config, force, request);
        return prepared(
                kind,
                current,
                SubmittedMetadata.ofPatch(current.metadata().namespacedName(), decoded, request),
                SpecEdit.ofApply(kind, current, config, request, clock.instant()),
                UnknownEdit.ofApply(kind, current, request),
                request);
    }

    private Decoded decoded(
            ApplicationKind kind,
            JsonObject live,
            JsonDocument configuration,
            JsonObject config,
            boolean force,
            WriteRequest request) {
        JsonObject applied = kind.fieldOwnership()
                .apply(live, config, manager(request), force, request.subresource(), clock.instant());
        return SubmittedObject.ofApply(kind, configuration, applied, live.isEmpty(), request);
    }

    /**
     * Creates the object of an apply. Empty if another client has created the object meanwhile; the apply then becomes
     * an update.
     */
    private Optional<StoredApplication> createUnlessExists(
            ApplicationKind kind, NamespacedName name, Decoded decoded, WriteRequest request, Attempt attempt) {
        try {
            return Optional.of(creator.createApplied(kind, name, decoded, request));
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.AlreadyExists
                    && !attempt.isLast()
                    && find(kind, name).isPresent()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Computes the new state of an object, or rejects the change. */
    private interface Change {
        UnknownEdit.Write of(StoredApplication before, WriteRequest request);
    }

    /**
     * Changes an object. The first attempt is based on the recent state, and does not count as an attempt of
     * {@code retries}. Every later attempt is based on the current state.
     */
    private StoredApplication updateWithRetries(
            ApplicationKind kind, NamespacedName name, Change change, WriteRequest request, RetryOnConflict retries) {
        RecentAttempt recent = attemptOnRecent(kind, name, change, request);
        if (recent instanceof RecentAttempt.Done(var written)) {
            return written;
        }
        return retries.run(attempt -> writeUnlessConflict(kind, current(kind, name), change, recent, request, attempt));
    }

    private RecentAttempt attemptOnRecent(
            ApplicationKind kind, NamespacedName name, Change change, WriteRequest request) {
        StoredApplication recent = store.recent(kind, name).orElse(null);
        if (recent == null) {
            return NO_RESULT;
        }
        BufferedNotes notes = new BufferedNotes();
        UnknownEdit.Write write;
        try {
            acquireTurn(recent);
            write = change.of(recent, request.withNotes(notes));
        } catch (ApiException e) {
            return new RecentAttempt.Provisional(recent, notes, null, e);
        }
        try {
            StoredApplication written = written(kind, write, request.withNotes(notes));
            if (!removesLastFinalizer(recent, write.next()) && isSame(recent, written)) {
                return new RecentAttempt.Provisional(recent, notes, written, null);
            }
            notes.replayTo(request.context().notes());
            return new RecentAttempt.Done(written);
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.Conflict || e.error() instanceof ApiError.NotFound) {
                return NO_RESULT;
            }
            if (isRefusal(e)) {
                // The store may have rejected the change because of the old state, before any request to its backend.
                return new RecentAttempt.Provisional(recent, notes, null, e);
            }
            notes.replayTo(request.context().notes());
            throw e;
        }
    }

    /** Returns the submitted object with the field ownership that results from the write. */
    private Decoded owned(ApplicationKind kind, StoredApplication current, Decoded submitted, WriteRequest request) {
        Decoded next = NamespaceDefaults.of(kind, submitted, current);
        return next.withJson(kind.fieldOwnership()
                .update(
                        current.shown().toJson(),
                        next.json(),
                        manager(request),
                        request.subresource(),
                        clock.instant()));
    }

    /** Returns the new state of an object, admitted and validated. */
    private UnknownEdit.Write prepared(
            ApplicationKind kind,
            StoredApplication current,
            Decoded submitted,
            SpecEdit edit,
            UnknownEdit unknown,
            WriteRequest request) {
        NamespacedName name = current.metadata().namespacedName();
        Decoded admitted = admission.mutated(kind, name, submitted, current, request);
        Prepared prepared = WriteStrategy.forUpdate(kind, current, admitted, edit, request);
        UnknownEdit.Write write = unknown.write(current, prepared.stored());
        admission.validate(kind, prepared.shown(), current, !write.removed().isEmpty(), request);
        return write;
    }

    /**
     * Returns whether a write removed the last finalizer. The store then returns the object with its previous resource
     * version.
     */
    private static boolean removesLastFinalizer(StoredApplication before, Application after) {
        return before.metadata().isTerminating()
                && !before.metadata().finalizers().isEmpty()
                && after.metadata().finalizers().isEmpty();
    }

    /** Returns whether the request was rejected. Other errors leave the outcome unknown. */
    private static boolean isRefusal(ApiException e) {
        int code = Status.of(e.error()).code();
        return code >= 400 && code < 500 && code != StatusReason.TOO_MANY_REQUESTS.code();
    }

    private static boolean isSame(StoredApplication before, StoredApplication after) {
        return before.metadata().resourceVersion().equals(after.metadata().resourceVersion());
    }

    /**
     * Changes the current object. Empty if another client has changed the object meanwhile, and this is not the last
     * attempt.
     *
     * @param recent the result of the attempt that was based on the recent state; the result is valid if that state is
     *     still current
     */
    private Optional<StoredApplication> writeUnlessConflict(
            ApplicationKind kind,
            StoredApplication current,
            Change change,
            RecentAttempt recent,
            WriteRequest request,
            Attempt attempt) {
        Optional<StoredApplication> result =
                recent.resultFor(current, request.context().notes());
        if (result.isPresent()) {
            return result;
        }
        UnknownEdit.Write write = change.of(current, request);
        return attempt.write(() -> written(kind, write, request));
    }

    /** Writes a change. The warnings about removed values follow only after the store has removed them. */
    private StoredApplication written(ApplicationKind kind, UnknownEdit.Write write, WriteRequest request) {
        StoredApplication written = RequestUser.during(
                request.context().user(), () -> store.update(kind, write.basis(), write.next(), request.options()));
        write.removed()
                .forEach(path -> request.warnings()
                        .accept("removed " + path + " from the release: the schema does not know it"));
        return written;
    }

    /**
     * Reads an object to change it. A small request may concern a large object, and then takes as long as a large
     * request.
     */
    private StoredApplication current(ApplicationKind kind, NamespacedName name) {
        StoredApplication current = store.current(kind, name);
        acquireTurn(current);
        return current;
    }

    private static void acquireTurn(StoredApplication current) {
        ServerCapacity.current()
                .ifPresent(share -> share.acquireTurn(current.application().toJson()));
    }

    private Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        Optional<StoredApplication> found = store.find(kind, name);
        found.ifPresent(ApplicationWriter::acquireTurn);
        return found;
    }

    private static String manager(WriteRequest request) {
        return request.options().fieldManager();
    }

    private static ApiException conflict(ApplicationKind kind, NamespacedName name, String message) {
        return new ApiException(new ApiError.Conflict(kind.groupResource(), name.name(), message));
    }
}
