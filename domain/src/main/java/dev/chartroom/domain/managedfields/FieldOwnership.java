package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.meta.GroupVersion;
import dev.chartroom.domain.meta.GroupVersionKind;
import dev.chartroom.domain.schema.Schema;
import dev.chartroom.domain.schema.SchemaDefaulter;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.version.KindVersions;
import java.time.Instant;
import java.util.Optional;

/**
 * Field ownership and server-side apply for the objects of one kind that are written in one version, as kube-apiserver has it for a
 * CustomResourceDefinition with this schema and a status subresource (wire contract D63, D64, F9). Made once per kind;
 * immutable and thread-safe.
 *
 * <p>Defaults: a CRD's objects have them when they are read, so both the live object and the next one come <em>with</em>
 * defaults. Who creates an object with a plain create therefore owns its defaults, as long as they are not taken by
 * somebody who sets them; who applies owns only what the configuration names, and nobody owns what defaults add to that.
 * The configuration of an apply comes as the client sent it: no defaults, nothing pruned, nulls kept.
 */
public final class FieldOwnership {
    private final GroupVersionKind kind;
    private final JsonObject typeMeta;
    private final UpdateOperation update;
    private final ApplyOperation apply;
    private final MergeOperation merge;

    private FieldOwnership(GroupVersionKind kind, Schema specSchema, KindVersions versions) {
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

    /** The field manager of a kind with one version; the schema is that of its spec, and anything may be in its status. */
    public static FieldOwnership of(GroupVersion groupVersion, String kind, Schema specSchema) {
        return of(groupVersion, kind, KindVersions.only(groupVersion.version(), specSchema));
    }

    /**
     * Likewise, of a kind in one of several versions.
     *
     * @throws IllegalArgumentException where it is none of them
     */
    public static FieldOwnership of(GroupVersion groupVersion, String kind, KindVersions versions) {
        Schema specSchema = versions.schema(groupVersion.version())
                .orElseThrow(() -> new IllegalArgumentException("no such version: " + groupVersion));
        return new FieldOwnership(groupVersion.withKind(kind), specSchema, versions);
    }

    /**
     * The owners after a create, an update, or a patch that is no apply. Never fails: where an object does not fit the
     * schema's types, it loses its entries, as upstream has it, and validation will refuse it anyway.
     *
     * <p>What {@code next} says in {@code metadata.managedFields} counts on the main resource: one entry that says
     * nothing ({@code [{}]}) resets them, and from then on nobody is tracked until the next apply; none at all, an empty
     * list and malformed ones keep those of {@code live}.
     *
     * @param live the stored object, pruned and with defaults, with its uid and entries; empty for a create
     * @param next what it shall become, pruned and with defaults; system metadata need not be filled in, and on the main
     *     resource its status does not matter, nor on {@code status} anything else
     * @param manager empty counts as {@code unknown}
     * @param subresource {@code status}, or empty for the main resource
     * @return {@code next} with its entries. Where the write changes nothing, they equal those of {@code live}, times
     *     included.
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
     * Server-side apply: the live object with the configuration merged in, and without what the manager applied before
     * and leaves out now, unless somebody else owns it.
     *
     * <p>The answer has defaults, but is not validated, and nulls of the configuration are still in it: whoever stores
     * it validates it and removes nulls as for any other write. On the main resource the status that a configuration
     * may have is merged but not owned; the caller puts the live one back, as on {@code status} everything else.
     *
     * @param live the stored object, pruned and with defaults, with its entries; empty where there is none, which makes
     *     this a create
     * @param configuration what the client sent, as it is
     * @param manager must not be empty: who asks checks that
     * @return the object with its entries; {@code live} itself in all but order where nothing changes
     * @throws ApiException 400 where the configuration is of another kind or names managedFields; 409 with all
     *     conflicts (D9) unless forced; 500 without a reason, which is what upstream answers, where the configuration
     *     does not fit the schema's types: fields that are not declared, values of a wrong type, items of lists that
     *     cannot be told apart or occur twice
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
     * What an apply makes of an object that has no defaults: the same as {@link #apply}, but nobody is asked, no defaults
     * come in, and the entries stay those of {@code stored}.
     *
     * @param configuration one that {@link #apply} took
     */
    public JsonObject applyWithoutDefaults(
            JsonObject stored, JsonObject configuration, String manager, String subresource, Instant now) {
        return apply.object(new ApplyOperation.Request(stored, configuration, manager, true, subresource, now));
    }

    /**
     * What a mutating admission policy makes of an object by a configuration that it wants applied (KEP-3962): nothing is
     * removed, and no entry changes.
     *
     * @throws IllegalArgumentException where the configuration does not fit the schema's types, or names a part of what is
     *     owned as a whole; the message says which, in upstream's words
     */
    public JsonObject merge(JsonObject object, JsonObject configuration) {
        return merge.merge(object, configuration);
    }

    /** What is wrong with the entries of an object, in upstream's words; empty where they can be read. */
    public static Optional<String> problem(JsonArray managedFields) {
        try {
            ManagedFieldsReader.read(managedFields);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Upstream's empty object has a type, too. */
    private JsonObject typed(JsonObject live) {
        return live.isEmpty() ? typeMeta : live;
    }
}
