package dev.chartroom.domain.evolution;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.masking.ValueMask;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Masks the errors that may quote a sensitive value. A value is sensitive if at least one of two definitions marks it.
 */
public final class MaskedErrors {
    private MaskedErrors() {}

    /** Masks the errors of an object of a kind whose definition does not change. */
    public static List<FieldError> of(List<FieldError> errors, NamespacedName name, ApplicationKind kind) {
        return of(errors, name, null, kind);
    }

    /** @param before null if there was no definition */
    static List<FieldError> of(
            List<FieldError> errors, NamespacedName name, @Nullable ApplicationKind before, ApplicationKind after) {
        return errors.stream().map(error -> masked(error, name, before, after)).toList();
    }

    private static FieldError masked(
            FieldError error, NamespacedName name, @Nullable ApplicationKind before, ApplicationKind after) {
        ApiError invalid = new ApiError.Invalid(after.gvk().groupKind(), name.name(), List.of(error));
        boolean isMasked =
                Stream.of(after, before).filter(Objects::nonNull).anyMatch(kind -> isMasked(kind.valueMask(), invalid));
        return new FieldError(error.type(), error.field(), isMasked ? ValueMask.MASK.value() : error.message());
    }

    private static boolean isMasked(ValueMask mask, ApiError invalid) {
        JsonValue firstCause = mask.statusOf(invalid)
                .objectOrEmpty("details")
                .arrayOrEmpty("causes")
                .get(0);
        return firstCause instanceof JsonObject cause && ValueMask.MASK.equals(cause.get("message"));
    }
}
