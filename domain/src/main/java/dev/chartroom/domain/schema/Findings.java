package dev.chartroom.domain.schema;

import dev.chartroom.domain.status.FieldError;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * What one check found wrong, each once, and how far it came. Of several alternatives that all fail, the one that came
 * farthest is told to the client.
 */
final class Findings {
    private @Nullable SequencedSet<FieldError> errors;
    private int matches;

    void add(FieldError error) {
        if (errors == null) {
            errors = new LinkedHashSet<>();
        }
        errors.add(error);
    }

    /** Counts one check that was made, whatever it found. */
    void matched() {
        matches++;
    }

    int matches() {
        return matches;
    }

    void merge(Findings other) {
        matches += other.matches;
        if (other.errors != null) {
            other.errors.forEach(this::add);
        }
    }

    boolean isEmpty() {
        return errors == null;
    }

    /** Forgets what is wrong, because it was so before. */
    void forgive() {
        errors = null;
    }

    List<FieldError> errors() {
        return errors == null ? List.of() : List.copyOf(errors);
    }
}
