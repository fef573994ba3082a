package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.managedfields.typed.FieldType;
import dev.chartroom.apimachinery.managedfields.typed.TypedException;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.GroupVersionKind;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Instant;
import java.util.Optional;

/**
 * Field ownership and server-side apply for the objects of one kind in one version. Behaves like kube-apiserver for a
 * CustomResourceDefinition with this schema and a status subresource (wire contract D63, D64, F9). Immutable and
 * thread-safe; created once per kind and version.
 *
 * <p>The live object and the next object have defaults, because kube-apiserver adds defaults when it reads the objects
 * of a CRD. A client that uses a plain create therefore owns the defaults until another manager sets them. A client
 * that applies owns only the fields in its configuration; no manager owns the defaults. The configuration of an apply
 * is passed as the client sent it: without defaults, unpruned, with nulls.
 */
public final class FieldManager {
    private final GroupVersionKind kind;
    private final JsonObject typeMeta;
    private final UpdateOperation update;
    private final ApplyOperation apply;
    private final MergeOperation merge;

    private FieldManager(GroupVersionKind kind, Schema specSchema, VersionedSchema versions) {
        this.kind = kind;
        this.typeMeta = JsonObject.builder()
                .put("apiVersion", kind.apiVersion())
                .put("kind", kind.kind())
                .build();
        VersionedTypes types = new VersionedTypes(kind.group(), versions);
        FieldType type = types.type(kind.apiVersion());
        Ownership ownership = new Ownership(types, kind.apiVersion());
        this.update = new UpdateOperation(ownership, types, kind.apiVersion());
        this.apply = new ApplyOperation(
                type,
                ownership,
                update,
                typeMeta,
                object -> object.object("spec")
                        .map(spec -> object.with("spec", SchemaDefaulter.withDefaults(specSchema, spec)))
                        .orElse(object));
        this.merge = new MergeOperation(type, typeMeta);
    }

    /**
     * Returns the field manager of a kind with one version and this schema of its spec. The status can have any fields.
     */
    public static FieldManager of(GroupVersion groupVersion, String kind, Schema specSchema) {
        return of(groupVersion, kind, VersionedSchema.only(groupVersion.version(), specSchema));
    }

    /**
     * Returns the field manager of one version of a kind.
     *
     * @throws IllegalArgumentException if the kind does not have the version
     */
    public static FieldManager of(GroupVersion groupVersion, String kind, VersionedSchema versions) {
        Schema specSchema = versions.schema(groupVersion.version())
                .orElseThrow(() -> new IllegalArgumentException("no such version: " + groupVersion));
        return new FieldManager(groupVersion.withKind(kind), specSchema, versions);
    }

    /**
     * Returns the object with its entries after a create, an update, or a patch other than apply. Never fails: an
     * object that does not fit the schema's types loses its entries, as upstream. Validation rejects it anyway.
     *
     * <p>On the main resource, the entries in {@code metadata.managedFields} of {@code next} replace those of
     * {@code live}. A list with one empty entry ({@code [{}]}) removes all entries, and no manager is tracked until the
     * next apply. If {@code next} has no list, or the list is empty or malformed, the entries of {@code live} stay.
     *
     * @param live the stored object, pruned and with defaults, with its uid and entries; empty for a create
     * @param next the object to store, pruned and with defaults. System metadata may be missing. A write to the main
     *     resource ignores the status. A write to the status subresource ignores everything except the status.
     * @param manager the name of the manager; if it is empty, {@code unknown} is used
     * @param subresource {@code status}, or empty for the main resource
     * @return {@code next} with its entries. If the write changes nothing, the entries and their times equal those of
     *     {@code live}.
     */
    public JsonObject update(JsonObject live, JsonObject next, String manager, String subresource, Instant now) {
        ManagedFields before = update.before(live, next, subresource);
        JsonObject bare = ManagedFields.NONE.on(next);
        boolean isCreate = live.objectOrEmpty("metadata").stringOrEmpty("uid").isEmpty();
        if (before.isEmpty() && !isCreate) {
            return bare;
        }
        try {
            ManagedFields after =
                    update.after(typed(ManagedFields.NONE.on(live)), bare, before, manager, subresource, now);
            return IdleTimes.restored(live, after.on(bare), subresource);
        } catch (TypedException _) {
            return bare;
        }
    }

    /**
     * Merges an applied configuration into the live object. Removes the fields that the manager applied before and
     * leaves out now, unless another manager owns them.
     *
     * <p>The result has defaults, is not validated, and still has the nulls of the configuration. The caller validates
     * the result and removes its nulls, as for any other write. On the main resource, a status in the configuration is
     * merged, but no manager becomes its owner. The caller then restores the live status. For the status subresource,
     * the caller instead restores everything except the status.
     *
     * @param live the stored object, pruned and with defaults, with its entries; empty for a create
     * @param configuration the body as the client sent it
     * @param manager must not be empty; the caller checks that
     * @return the object with its entries. If nothing changes, the object equals {@code live}, but its members can have
     *     another order
     * @throws ApiException 400 if the configuration is of another kind or has managedFields; 409 with all conflicts
     *     (D9) unless forced; 500 without a reason, as upstream, if the configuration does not fit the schema's types.
     *     Such a configuration has fields that are not declared, values of a wrong type, or items of associative lists
     *     that lack an identity or are duplicates.
     */
    public JsonObject apply(
            JsonObject live, JsonObject configuration, String manager, boolean force, String subresource, Instant now) {
        GroupVersionKind sent = ObjectName.kind(configuration);
        if (!sent.equals(kind)) {
            throw ApiException.badRequest("invalid object type: " + ObjectName.text(sent));
        }
        if (configuration.objectOrEmpty("metadata").get("managedFields") instanceof JsonArray) {
            throw ApiException.badRequest("metadata.managedFields must be nil");
        }
        JsonObject applied =
                apply.apply(new ApplyOperation.Request(typed(live), configuration, manager, force, subresource, now));
        return IdleTimes.restored(live, applied, subresource);
    }

    /**
     * Applies a configuration to an object without defaults. Works like {@link #apply}, but ignores conflicts, adds no
     * defaults and keeps the entries of {@code stored}.
     *
     * @param configuration a configuration that {@link #apply} accepted
     */
    public JsonObject applyWithoutDefaults(
            JsonObject stored, JsonObject configuration, String manager, String subresource, Instant now) {
        return apply.object(new ApplyOperation.Request(stored, configuration, manager, true, subresource, now));
    }

    /**
     * Merges the configuration of a mutating admission policy into an object (KEP-3962). Removes nothing and changes no
     * entry.
     *
     * @throws IllegalArgumentException if the configuration does not fit the schema's types, or contains an atomic list
     *     or map; the message names the list or map in upstream's words
     */
    public JsonObject merge(JsonObject object, JsonObject configuration) {
        return merge.merge(object, configuration);
    }

    /** Returns the error in the entries of an object, in upstream's words; empty if they can be read. */
    public static Optional<String> problem(JsonArray managedFields) {
        try {
            ManagedFieldsReader.read(managedFields);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Upstream's live object has {@code apiVersion} and {@code kind} even for a create. */
    private JsonObject typed(JsonObject live) {
        return live.isEmpty() ? typeMeta : live;
    }
}
