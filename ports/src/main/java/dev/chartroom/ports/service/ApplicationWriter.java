package dev.chartroom.ports.service;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.FieldError;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Creates, changes and deletes Applications. Thread-safe. */
public final class ApplicationWriter {
    private static final int GENERATED_NAME_TRIES = 8;
    private static final int PATCH_TRIES = 5;
    private static final long DELETE_PAGE = 500;

    private final ApplicationStore store;
    private final NameGenerator names;

    public ApplicationWriter(ApplicationStore store, RandomGenerator random) {
        this.store = store;
        this.names = new NameGenerator(random);
    }

    /**
     * Creates an object (wire contract D23 to D26).
     *
     * @param body what the client sent
     * @throws ApiException BadRequest, Invalid, or what {@link ApplicationStore#create} throws
     */
    public StoredApplication create(ApplicationKind kind, String namespace, JsonObject body, WriteOptions options) {
        Application prepared = ObjectPreparation.forCreate(kind, namespace, Application.fromJson(kind.gvk(), body));
        String base = prepared.metadata().generateName();
        if (!prepared.metadata().name().isEmpty() || base.isEmpty()) {
            ObjectPreparation.checkNew(kind, prepared);
            return store.create(kind, prepared, options);
        }
        for (int tries = 1; ; tries++) {
            Application named = prepared.withMetadata(
                    prepared.metadata().toBuilder().name(names.generate(base)).build());
            ObjectPreparation.checkNew(kind, named);
            try {
                return store.create(kind, named, options);
            } catch (ApiException e) {
                if (!(e.error() instanceof ApiError.AlreadyExists) || tries == GENERATED_NAME_TRIES) {
                    throw e;
                }
            }
        }
    }

    /**
     * Replaces an object (wire contract D52 to D56). As with a CustomResourceDefinition, the body must say which
     * resource version it replaces.
     *
     * @throws ApiException BadRequest, Invalid, Conflict, or what {@link ApplicationStore#update} throws
     */
    public StoredApplication update(ApplicationKind kind, NamespacedName name, JsonObject body, WriteOptions options) {
        Application submitted = Application.fromJson(kind.gvk(), body);
        StoredApplication current = store.get(kind, name, "");
        if (submitted.metadata().resourceVersion().isEmpty()) {
            ObjectPreparation.refuse(
                    kind,
                    name.name(),
                    List.of(new FieldError(
                            FieldError.Type.INVALID,
                            "metadata.resourceVersion",
                            "Invalid value: 0: must be specified for an update")));
        }
        Application next = ObjectPreparation.forUpdate(kind, current, specOf(current.application()), submitted);
        return store.update(kind, current, next, options);
    }

    /**
     * Patches an object (wire contract D59 to D61). Where somebody else writes at the same time, the patch is applied
     * again to what they wrote, unless it names a resource version.
     *
     * @throws ApiException BadRequest, Invalid where the patch does not fit the object, Conflict, or what the store
     *     throws
     */
    public StoredApplication patch(ApplicationKind kind, NamespacedName name, Patch patch, WriteOptions options) {
        for (int tries = 1; ; tries++) {
            StoredApplication current = store.get(kind, name, "");
            Application patched = Application.fromJson(
                    kind.gvk(), apply(kind, name, patch, current.served().toJson()));
            Application next = ObjectPreparation.forUpdate(kind, current, chosen(current, patch), patched);
            try {
                return store.update(kind, current, next, options);
            } catch (ApiException e) {
                if (!(e.error() instanceof ApiError.Conflict) || tries == PATCH_TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Deletes an object (wire contract D65 to D69). */
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return store.delete(kind, name, request);
    }

    /**
     * Deletes every object that a list would give (wire contract D71), one by one; what is gone meanwhile is left out.
     * A selection with a limit or a continue token means one page, as it does for a list.
     */
    public List<StoredApplication> deleteCollection(
            ApplicationKind kind, ListRequest selection, DeleteRequest request) {
        boolean onePage = selection.limit() > 0 || !selection.continueToken().isEmpty();
        ListRequest next = onePage ? selection : inPages(selection);
        List<StoredApplication> deleted = new ArrayList<>();
        while (true) {
            ApplicationPage page = store.list(kind, next);
            page.items().forEach(item -> delete(kind, item, request).ifPresent(deleted::add));
            if (onePage || page.continueToken().isEmpty()) {
                return deleted;
            }
            next = next.withContinue(page.continueToken());
        }
    }

    private Optional<StoredApplication> delete(ApplicationKind kind, StoredApplication item, DeleteRequest request) {
        try {
            return Optional.of(store.delete(kind, item.metadata().namespacedName(), request)
                    .application());
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.NotFound) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static ListRequest inPages(ListRequest selection) {
        return new ListRequest(
                selection.namespace(),
                selection.labelSelector(),
                selection.fieldSelector(),
                DELETE_PAGE,
                "",
                selection.resourceVersion(),
                selection.resourceVersionMatch());
    }

    /** The spec with what the patch names as well: a client that patches a value to its default has chosen it. */
    private static JsonObject chosen(StoredApplication current, Patch patch) {
        try {
            return patch.apply(current.application().toJson()) instanceof JsonObject object
                    ? object.objectOrEmpty("spec")
                    : specOf(current.application());
        } catch (IllegalArgumentException _) {
            // It fits only what the client saw, defaults included.
            return specOf(current.application());
        }
    }

    private static JsonObject specOf(Application application) {
        JsonObject spec = application.spec();
        return spec == null ? JsonObject.EMPTY : spec;
    }

    private static JsonObject apply(ApplicationKind kind, NamespacedName name, Patch patch, JsonObject object) {
        String problem;
        try {
            JsonValue patched = patch.apply(object);
            if (patched instanceof JsonObject result) {
                return result;
            }
            problem = "the patch must leave an object";
        } catch (IllegalArgumentException e) {
            problem = e.getMessage() == null ? "the patch does not fit the object" : e.getMessage();
        }
        throw new ApiException(new ApiError.Invalid(
                kind.gvk().groupKind(),
                name.name(),
                List.of(new FieldError(FieldError.Type.INVALID, "patch", "Invalid value: " + problem))));
    }
}
