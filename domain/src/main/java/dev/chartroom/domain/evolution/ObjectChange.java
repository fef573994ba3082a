package dev.chartroom.domain.evolution;

import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a changed definition on one object.
 *
 * @param errors the errors after the change if the object was valid before the change; sensitive values are masked
 * @param inVersions the corresponding errors in versions other than the stored version, for clients that use these
 *     versions
 * @param hidden the paths of values that are shown before the change but not after it
 * @param revealed the paths of values that the object's release has and that are shown only after the change
 * @param defaults the defaults that differ before and after the change
 */
public record ObjectChange(
        NamespacedName name,
        Fate fate,
        List<FieldError> errors,
        List<VersionErrors> inVersions,
        List<String> hidden,
        List<String> revealed,
        List<DefaultChange> defaults) {
    public ObjectChange {
        errors = List.copyOf(errors);
        inVersions = List.copyOf(inVersions);
        hidden = List.copyOf(hidden);
        revealed = List.copyOf(revealed);
        defaults = List.copyOf(defaults);
    }

    /** Returns a change that has only a fate. */
    static ObjectChange only(NamespacedName name, Fate fate) {
        return new ObjectChange(name, fate, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /**
     * The errors of the object in a version.
     *
     * @param errors at least one
     */
    public record VersionErrors(String version, List<FieldError> errors) {
        public VersionErrors {
            errors = List.copyOf(errors);
        }
    }

    /**
     * The validity of the object before and after the change. Versions other than the stored version affect the result
     * only if the object becomes invalid in them.
     */
    public enum Fate {
        /** The object is no longer an object of the kind. */
        LOST,
        /** The object was valid in at least one version in which it is now invalid. */
        BECOMES_INVALID,
        /** It was invalid before. */
        STAYS_INVALID,
        /** It was invalid before. */
        BECOMES_VALID,
        STAYS_VALID;

        /** Returns the fate as text for output. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * A changed default.
     *
     * @param before the default before the change; null if none was shown
     * @param after the default after the change; null if none is shown
     */
    public record DefaultChange(
            String path,
            @Nullable JsonValue before,
            @Nullable JsonValue after) {}

    /** Returns whether the object is lost or becomes invalid. */
    public boolean isInvalidated() {
        return fate == Fate.LOST || fate == Fate.BECOMES_INVALID;
    }

    /** Returns whether the object shows other values than before. */
    public boolean showsOthers() {
        return !hidden.isEmpty() || !revealed.isEmpty() || !defaults.isEmpty();
    }
}
