package dev.chartroom.domain.schema;

import dev.chartroom.domain.status.BoundedReport;
import dev.chartroom.domain.status.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one check found wrong, each once, and how far it came. Of several alternatives that all fail, the one that came
 * farthest is told to the client.
 */
final class Findings {
    private @Nullable List<Supplier<FieldError>> errors;
    private int matches;

    /** @param error is made only if the report has room for it */
    void add(Supplier<FieldError> error) {
        if (errors == null) {
            errors = new ArrayList<>();
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

    /** Takes over what another check found, which is not used any more. */
    void merge(Findings other) {
        matches += other.matches;
        if (errors == null) {
            errors = other.errors;
        } else if (other.errors != null) {
            errors.addAll(other.errors);
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
        if (errors == null) {
            return List.of();
        }
        BoundedReport<FieldError> report = BoundedReport.ofErrors();
        errors.forEach(report::add);
        return List.copyOf(new LinkedHashSet<>(report.entries()));
    }
}
