package dev.chartroom.domain.evolution;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.evolution.ObjectChange.VersionErrors;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeclaredKind;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares objects in a version other than the stored version. A client writes objects back in the version in which it
 * reads them, so they must be valid in this version.
 *
 * @param before the kind in this version; null if there was no definition
 */
record VersionComparison(@Nullable ApplicationKind before, ApplicationKind after) {

    /**
     * Returns the versions in which objects are compared: all versions that are served after the change, except for the
     * stored version. If there was a definition before, the versions that it did not serve are left out.
     */
    static List<VersionComparison> all(@Nullable DeclaredKind before, DeclaredKind after) {
        return after.served().stream()
                .filter(version -> !version.version().equals(after.stored().version()))
                .flatMap(version -> before == null
                        ? Optional.of(new VersionComparison(null, version)).stream()
                        : before
                                .served(version.version())
                                .map(previous -> new VersionComparison(previous, version))
                                .stream())
                .toList();
    }

    /**
     * Returns the errors of an object after the change; empty if there are none, or if the object had errors before the
     * change.
     *
     * @param previous the object's stored spec as the old definition shows it, without defaults
     * @param current the object's stored spec as the new definition shows it, without defaults
     */
    Optional<VersionErrors> newErrors(NamespacedName name, JsonObject previous, JsonObject current) {
        ApplicationKind known = before;
        if (known != null && !errors(known, previous).isEmpty()) {
            return Optional.empty();
        }
        List<FieldError> errors = errors(after, current);
        return errors.isEmpty()
                ? Optional.empty()
                : Optional.of(new VersionErrors(after.version(), MaskedErrors.of(errors, name, known, after)));
    }

    private static List<FieldError> errors(ApplicationKind kind, JsonObject stored) {
        JsonObject shown = kind.versions().convert(stored, kind.stored().version(), kind.version(), null);
        return SchemaValidator.validate(
                kind.schema(), "spec", SchemaDefaulter.withDefaults(kind.schema(), shown), null);
    }
}
