package dev.chartroom.apimachinery.schema.constraint;

import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The errors of one check, without duplicates, and the number of checks that were made. If all alternatives fail, the
 * client gets the errors of the alternative with the most checks.
 */
public final class Findings {
    private @Nullable List<Supplier<FieldError>> errors;
    private int matches;

    /** @param error supplies the error; called only if the report has room for it */
    void add(Supplier<FieldError> error) {
        if (errors == null) {
            errors = new ArrayList<>();
        }
        errors.add(error);
    }

    /** Counts one check that was made, whether it passed or failed. */
    void matched() {
        matches++;
    }

    int matches() {
        return matches;
    }

    /**
     * Adds the errors and the number of checks of another instance. The caller must not use the other instance
     * afterwards.
     */
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

    /** Drops the errors, because the value is unchanged. */
    void discardErrors() {
        errors = null;
    }

    public List<FieldError> errors() {
        if (errors == null) {
            return List.of();
        }
        BoundedReport<FieldError> report = BoundedReport.ofErrors();
        errors.forEach(report::add);
        return List.copyOf(new LinkedHashSet<>(report.entries()));
    }
}
