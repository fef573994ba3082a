package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.set.ValueOrder;
import dev.chartroom.apimachinery.managedfields.typed.FieldType;
import dev.chartroom.apimachinery.managedfields.typed.TypedException;
import dev.chartroom.apimachinery.managedfields.typed.TypedValidation;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;

/** Server-side apply on an object of one kind. */
record ApplyOperation(
        FieldType type,
        Ownership ownership,
        UpdateOperation update,
        JsonObject typeMeta,
        UnaryOperator<JsonObject> defaults) {
    private static final String BEFORE_FIRST_APPLY = "before-first-apply";

    /** An apply request. The live object is never empty: it has at least {@code apiVersion} and {@code kind}. */
    record Request(
            JsonObject live,
            JsonObject configuration,
            String manager,
            boolean force,
            String subresource,
            Instant now) {}

    /** @throws ApiException with the same errors as {@link FieldManager#apply} */
    JsonObject apply(Request request) {
        Ownership.Applied applied = merged(request, before(request));
        JsonObject object = applied.managed().on(applied.object());
        return request.manager().equals(LastApplied.MANAGER)
                ? LastApplied.refreshed(object, request.configuration())
                : object;
    }

    /** Returns only the merged object, without defaults. Ignores conflicts. */
    JsonObject object(Request request) {
        return applied(request, before(request), applier(request), true).object();
    }

    /**
     * Returns the entries of the live object. If the object has no entries, its fields belong to
     * {@code before-first-apply}.
     */
    private ManagedFields before(Request request) {
        ManagedFields managed = update.live(request.live());
        if (!managed.isEmpty()) {
            return managed;
        }
        try {
            return update.after(
                    typeMeta, request.live(), managed, BEFORE_FIRST_APPLY, request.subresource(), request.now());
        } catch (TypedException e) {
            throw unknown("failed to create manager for existing fields: failed to convert new object ("
                    + ObjectName.of(request.live()) + ") to smd typed: " + e.text());
        }
    }

    private Ownership.Applied merged(Request request, ManagedFields managed) {
        check(request.configuration(), "patch", false);
        check(request.live(), "live", true);
        try {
            return merged(request, managed, request.force());
        } catch (ConflictException e) {
            List<Conflict> conflicts = refused(request, e.conflicts());
            if (!conflicts.isEmpty()) {
                throw new ApiException(Conflict.error(conflicts));
            }
            return merged(request, managed, true);
        }
    }

    private Ownership.Applied merged(Request request, ManagedFields managed, boolean force) {
        ManagerId applier = applier(request);
        Ownership.Applied applied = applied(request, managed, applier, force);
        ManagedFieldsEntry own = applied.managed().get(applier);
        if (ValueOrder.same(request.live(), applied.object())) {
            return new Ownership.Applied(request.live(), applied.managed());
        }
        return new Ownership.Applied(
                defaults.apply(applied.object()),
                own == null
                        ? applied.managed()
                        : applied.managed()
                                .with(new ManagedFieldsEntry(
                                        applier,
                                        own.apiVersion(),
                                        own.fields(),
                                        request.now().truncatedTo(ChronoUnit.SECONDS))));
    }

    private static ManagerId applier(Request request) {
        return ManagerId.applier(request.manager().isEmpty() ? "unknown" : request.manager(), request.subresource());
    }

    private Ownership.Applied applied(Request request, ManagedFields managed, ManagerId applier, boolean force) {
        try {
            return ownership.apply(request.live(), request.configuration(), managed, applier, force);
        } catch (TypedException e) {
            throw unknown("failed to compare objects: " + e.text());
        }
    }

    /**
     * Returns the conflicts that cause the apply to be rejected. If client-side apply set a field and the field did not
     * change since then, kubectl can overwrite the field without a conflict.
     */
    private List<Conflict> refused(Request request, List<Conflict> conflicts) {
        if (!request.manager().equals(LastApplied.MANAGER)) {
            return conflicts;
        }
        FieldSet unchanged = LastApplied.unchanged(type, request.live());
        return conflicts.stream()
                .filter(conflict -> !unchanged.has(conflict.field()))
                .toList();
    }

    private void check(JsonObject object, String role, boolean duplicatesAllowed) {
        try {
            TypedValidation.check(type, object, duplicatesAllowed);
        } catch (TypedException e) {
            throw unknown("failed to create typed " + role + " object (" + ObjectName.of(object) + "): " + e.text());
        }
    }

    private static ApiException unknown(String message) {
        return new ApiException(ApiError.unknown(message));
    }
}
