package dev.chartroom.domain.evolution;

import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.FieldError;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of an object by a change of its definition.
 *
 * @param errors what is wrong with it afterwards, where that is new; sensitive values are masked
 * @param inVersions likewise in other versions than the stored one, for clients that ask for them
 * @param hidden the paths of values that are shown before and not afterwards
 * @param revealed the paths of values that its release holds and that are shown only afterwards
 * @param defaults what is shown without being stored, where that is another
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

    /** One of which there is nothing to say but this. */
    static ObjectChange only(NamespacedName name, Fate fate) {
        return new ObjectChange(name, fate, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /**
     * What is wrong with it in a version.
     *
     * @param errors at least one
     */
    public record VersionErrors(String version, List<FieldError> errors) {
        public VersionErrors {
            errors = List.copyOf(errors);
        }
    }

    /** Whether it is valid in all versions, before and afterwards. */
    public enum Fate {
        /** It is no object of the kind any more. */
        LOST,
        /** It was valid. */
        BECOMES_INVALID,
        /** It was invalid before. */
        STAYS_INVALID,
        /** It was invalid before. */
        BECOMES_VALID,
        STAYS_VALID;

        /** As it is written. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * A default that is another.
     *
     * @param before null where none is shown
     * @param after null where none is shown
     */
    public record DefaultChange(
            String path,
            @Nullable JsonValue before,
            @Nullable JsonValue after) {}

    /** Whether it is lost, or invalid only afterwards. */
    public boolean isInvalidated() {
        return fate == Fate.LOST || fate == Fate.BECOMES_INVALID;
    }

    /** Whether there is anything to say of it beside its fate. */
    public boolean showsOthers() {
        return !hidden.isEmpty() || !revealed.isEmpty() || !defaults.isEmpty();
    }
}
