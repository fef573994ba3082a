package dev.chartroom.apimachinery.validation;

import static dev.chartroom.apimachinery.meta.GarbageCollectorFinalizers.FOREGROUND;
import static dev.chartroom.apimachinery.meta.GarbageCollectorFinalizers.ORPHAN;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NameFormats;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rules of {@code metadata.finalizers} (wire contract F11, D58). */
public final class Finalizers {
    private static final String FIELD = "metadata.finalizers";
    private static final Set<String> STANDARD = Set.of(FOREGROUND, ORPHAN, "kubernetes");

    private Finalizers() {}

    /**
     * Returns the warnings about added finalizers.
     *
     * @param live the live object; null if the object is new
     */
    public static List<String> warnings(ObjectMeta next, @Nullable ObjectMeta live) {
        BoundedReport<String> warnings = BoundedReport.ofWarnings();
        for (String added : added(next, live)) {
            Deadline.check();
            NameFormats.key(added)
                    .forEach(problem -> warnings.add(() -> FIELD + ": " + GoText.quote(added) + ": " + problem));
            if (!added.contains("/") && !STANDARD.contains(added)) {
                warnings.add(() -> FIELD + ": " + GoText.quote(added) + ": prefer a domain-qualified finalizer name"
                        + (added.contains(".") ? " including a path (/)" : "")
                        + " to avoid accidental conflicts with other finalizer writers");
            }
        }
        return warnings.entries();
    }

    static void validate(List<String> finalizers, BoundedReport<FieldError> errors) {
        for (String finalizer : finalizers) {
            Deadline.check();
            NameFormats.key(finalizer)
                    .forEach(
                            problem -> errors.add(() -> FieldError.invalid(FIELD, new JsonString(finalizer), problem)));
        }
        if (finalizers.contains(ORPHAN) && finalizers.contains(FOREGROUND)) {
            errors.add(() -> new FieldError(
                    FieldError.Type.INVALID,
                    FIELD,
                    "Invalid value: "
                            + finalizers.stream().map(GoText::quote).collect(Collectors.joining(",", "[", "]"))
                            + ": finalizer " + ORPHAN + " and " + FOREGROUND + " cannot be both set"));
        }
    }

    /** Rejects new finalizers on an object that is being deleted. */
    static List<FieldError> validateUpdate(ObjectMeta next, ObjectMeta live) {
        Set<String> added = added(next, live);
        if (!live.isTerminating() || added.isEmpty()) {
            return List.of();
        }
        return List.of(FieldError.forbidden(
                FIELD,
                "no new finalizers can be added if the object is being deleted, found new finalizers []string{"
                        + added.stream().map(GoText::quote).collect(Collectors.joining(", ")) + "}"));
    }

    private static Set<String> added(ObjectMeta next, @Nullable ObjectMeta live) {
        Set<String> added = new TreeSet<>(next.finalizers());
        if (live != null) {
            live.finalizers().forEach(added::remove);
        }
        return added;
    }
}
