package dev.chartroom.domain.evolution;

import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.FieldError;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a changed definition on one object.
 *
 * @param errors the errors afterwards if the object was valid before; sensitive values are masked
 * @param inVersions likewise in other versions than the stored one, for clients that use them
 * @param hidden the paths of values that are shown before and not afterwards
 * @param revealed the paths of values that its release has and that are shown only afterwards
 * @param defaults the shown defaults that differ
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
     * The validity of the object before and after the change. Other versions than the stored one count only if the
     * object becomes invalid in them.
     */
    public enum Fate {
        /** It is no longer an object of the kind. */
        LOST,
        /** It was valid, at least in a version in which it no longer is. */
        BECOMES_INVALID,
        /** It was invalid before. */
        STAYS_INVALID,
        /** It was invalid before. */
        BECOMES_VALID,
        STAYS_VALID;

        /** Returns the fate as output shows it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * A changed default.
     *
     * @param before null if none was shown
     * @param after null if none is shown
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
