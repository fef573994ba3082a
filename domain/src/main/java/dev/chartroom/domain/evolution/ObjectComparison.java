package dev.chartroom.domain.evolution;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.evolution.ObjectChange.Fate;
import dev.chartroom.domain.evolution.ObjectChange.VersionErrors;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeclaredKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes the effect of a changed definition on each object of a kind. */
public final class ObjectComparison {
    /** A schema that shows all values of a release. */
    private static final Schema ANYTHING = Schema.of(JsonObject.EMPTY);

    private final @Nullable ApplicationKind before;
    private final ApplicationKind after;
    private final List<VersionComparison> otherVersions;

    /**
     * @param before null if there was no definition; every object is then treated as valid and fully shown before the
     *     change
     */
    public ObjectComparison(@Nullable DeclaredKind before, DeclaredKind after) {
        this.before = before == null ? null : before.stored();
        this.after = after.stored();
        this.otherVersions = VersionComparison.all(before, after);
    }

    /**
     * Returns a kind that shows all values. The caller must read the objects as this kind, because both definitions can
     * hide the same values.
     */
    public ApplicationKind everything() {
        ApplicationKind known = before == null ? after : before;
        return ApplicationKind.builder(known.group(), known.version(), known.names(), ANYTHING, known.release())
                .build();
    }

    /**
     * Returns the effect on an object.
     *
     * @param spec the values of the object, read as the kind {@link #everything}; null is treated as empty
     */
    public ObjectChange of(NamespacedName name, @Nullable JsonObject spec) {
        if (before != null && !isFound(before)) {
            return ObjectChange.only(name, Fate.LOST);
        }
        JsonObject values = spec == null ? JsonObject.EMPTY : spec;
        Schema old = before == null ? ANYTHING : before.schema();
        JsonObject previous = SchemaPruner.pruneKeepingNulls(old, values, "spec");
        JsonObject current = SchemaPruner.pruneKeepingNulls(after.schema(), values, "spec");
        JsonObject previousShown = SchemaDefaulter.withDefaults(old, previous);
        JsonObject currentShown = SchemaDefaulter.withDefaults(after.schema(), current);
        boolean wasValid =
                SchemaValidator.validate(old, "spec", previousShown, null).isEmpty();
        List<FieldError> errors = SchemaValidator.validate(after.schema(), "spec", currentShown, null);
        List<VersionErrors> inVersions = otherVersions.stream()
                .flatMap(version -> version.newErrors(name, previous, current).stream())
                .toList();
        return new ObjectChange(
                name,
                inVersions.isEmpty() ? fate(wasValid, errors.isEmpty()) : Fate.BECOMES_INVALID,
                wasValid ? MaskedErrors.of(errors, name, before, after) : List.of(),
                inVersions,
                SchemaPruner.prune(after.schema(), previous, "spec").unknownFields(),
                SchemaPruner.prune(old, current, "spec").unknownFields(),
                before == null ? List.of() : DefaultChanges.between(values, previousShown, currentShown));
    }

    /** Returns whether a release is still found by its name and its labels, in the same store. */
    private boolean isFound(ApplicationKind old) {
        return old.group().equals(after.group())
                && old.names().kind().equals(after.names().kind())
                && old.store().equals(after.store())
                && old.release().prefix().equals(after.release().prefix());
    }

    private static Fate fate(boolean wasValid, boolean isValid) {
        if (wasValid) {
            return isValid ? Fate.STAYS_VALID : Fate.BECOMES_INVALID;
        }
        return isValid ? Fate.BECOMES_VALID : Fate.STAYS_INVALID;
    }
}
