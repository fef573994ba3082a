package dev.chartroom.core.write;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.patch.HiddenMembers;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.StoredApplication;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides which values of a changed spec are stored. A client sees the spec with its defaults and changes that. A value
 * that equals its default is stored only if the client chose it, now or in an earlier write.
 *
 * @param before the stored spec before the change; null if the object has none
 * @param chosen the stored spec with the values that the client names in this request
 */
record SpecEdit(@Nullable JsonObject before, JsonObject chosen) {

    /** The client sends the whole spec, defaults included, and chooses only what differs from them. */
    static SpecEdit ofUpdate(StoredApplication current) {
        return new SpecEdit(current.application().spec(), stored(current));
    }

    /**
     * The client chooses the values in its patch.
     *
     * @param hidden the members that the patch removes although the object does not show them
     */
    static SpecEdit ofPatch(StoredApplication current, ObjectEdit patch, HiddenMembers hidden) {
        JsonObject before = stored(current);
        try {
            return new SpecEdit(
                    current.application().spec(),
                    patch.apply(withSpec(current).toJson(), hidden) instanceof JsonObject object
                            ? object.objectOrEmpty("spec")
                            : before);
        } catch (IllegalArgumentException _) {
            // The patch fits only the object with defaults, which the client saw.
            return new SpecEdit(current.application().spec(), before);
        }
    }

    /** The client chooses the values in its configuration. */
    static SpecEdit ofApply(
            ApplicationKind kind, StoredApplication current, JsonObject config, WriteRequest request, Instant now) {
        JsonObject applied = kind.fieldOwnership()
                .applyWithoutDefaults(
                        withSpec(current).toJson(),
                        config,
                        request.options().fieldManager(),
                        request.subresource(),
                        now);
        return new SpecEdit(current.application().spec(), applied.objectOrEmpty("spec"));
    }

    /**
     * Returns the spec to store; null if there is none. Clients cannot distinguish a missing spec from an empty spec,
     * so a change from one to the other is no change.
     *
     * @param next the whole changed spec, defaults included; null if the changed object has none
     */
    @Nullable
    JsonObject stored(ApplicationKind kind, @Nullable JsonObject next) {
        JsonObject spec = next == null
                ? JsonObject.EMPTY
                : SchemaDefaulter.withoutDefaults(
                        kind.schema(), SchemaDefaulter.withoutNulls(kind.schema(), chosen), next);
        if (spec.isEmpty() && (before == null || before.isEmpty())) {
            return before;
        }
        return next == null ? null : spec;
    }

    private static Application withSpec(StoredApplication current) {
        return current.application().withSpec(stored(current));
    }

    private static JsonObject stored(StoredApplication current) {
        JsonObject spec = current.application().spec();
        return spec == null ? JsonObject.EMPTY : spec;
    }
}
