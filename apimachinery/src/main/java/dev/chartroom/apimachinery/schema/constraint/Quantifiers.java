package dev.chartroom.apimachinery.schema.constraint;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keywords {@code anyOf}, {@code oneOf}, {@code allOf} and {@code not}. Errors in unchanged values are not ignored
 * here: they make a clause fail.
 */
public record Quantifiers(
        List<Constraints> anyOf,
        List<Constraints> oneOf,
        List<Constraints> allOf,
        @Nullable Constraints not) {
    public static final Quantifiers NONE = new Quantifiers(List.of(), List.of(), List.of(), null);

    void check(Location at, JsonValue value, Findings found) {
        if (!anyOf.isEmpty()) {
            checkAnyOf(at, value, found);
        }
        if (!oneOf.isEmpty()) {
            checkOneOf(at, value, found);
        }
        if (!allOf.isEmpty()) {
            checkAllOf(at, value, found);
        }
        if (not != null && not.check(at, value, null).isEmpty()) {
            found.add(() -> problem(at, "must not validate the schema (not)"));
        }
        found.matched();
    }

    private void checkAnyOf(Location at, JsonValue value, Findings found) {
        Findings best = null;
        for (Constraints clause : anyOf) {
            Findings result = clause.check(at, value, null);
            if (result.isEmpty()) {
                found.merge(result);
                return;
            }
            best = better(best, result);
        }
        found.add(() -> problem(at, "must validate at least one schema (anyOf)"));
        mergeIfAny(best, found);
    }

    private void checkOneOf(Location at, JsonValue value, Findings found) {
        Findings best = null;
        Findings first = null;
        int valid = 0;
        for (Constraints clause : oneOf) {
            Findings result = clause.check(at, value, null);
            if (result.isEmpty()) {
                valid++;
                best = null;
                first = first == null ? result : first;
            } else if (valid == 0) {
                best = better(best, result);
            }
        }
        if (valid == 1) {
            mergeIfAny(first, found);
            return;
        }
        String alternatives = valid == 0 ? "none valid" : valid + " valid alternatives";
        found.add(() -> problem(at, "must validate one and only one schema (oneOf). Found " + alternatives));
        mergeIfAny(best, found);
    }

    private void checkAllOf(Location at, JsonValue value, Findings found) {
        int valid = 0;
        for (Constraints clause : allOf) {
            Findings result = clause.check(at, value, null);
            valid += result.isEmpty() ? 1 : 0;
            found.merge(result);
        }
        if (valid < allOf.size()) {
            String none = valid == 0 ? ". None validated" : "";
            found.add(() -> problem(at, "must validate all the schemas (allOf)" + none));
        }
    }

    private static Findings better(@Nullable Findings best, Findings result) {
        return best == null || result.matches() > best.matches() ? result : best;
    }

    private static void mergeIfAny(@Nullable Findings result, Findings found) {
        if (result != null) {
            found.merge(result);
        }
    }

    /** Returns an error without a field path; its text contains the path. */
    private static FieldError problem(Location at, String problem) {
        return FieldError.invalid(FieldError.NO_FIELD, new JsonString(""), GoText.quote(at.toString()) + " " + problem);
    }
}
