package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts the keywords for numbers to clauses. {@code exclusiveMinimum} is a number in new drafts and a flag in draft
 * 4.
 */
final class NumberLimits {
    static final Set<String> KEYWORDS =
            Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf");

    private final boolean integer;
    private final List<JsonObject> clauses = new ArrayList<>();

    private NumberLimits(boolean integer) {
        this.integer = integer;
    }

    /** @param integer whether only integers are admitted; then limits are rounded to integers */
    static List<JsonObject> of(ValueConstraints constraints, boolean integer) {
        NumberLimits limits = new NumberLimits(integer);
        limits.limit(constraints, "minimum", "exclusiveMinimum", 1);
        limits.limit(constraints, "maximum", "exclusiveMaximum", -1);
        constraints.all("multipleOf").forEach(limits::multiple);
        return limits.clauses;
    }

    /** @param inwards 1 for a minimum, -1 for a maximum */
    private void limit(ValueConstraints constraints, String keyword, String exclusive, int inwards) {
        BigDecimal tightest = null;
        boolean excluded = false;
        for (Part part : constraints.parts()) {
            BigDecimal limit = number(part.schema().get(keyword));
            boolean flag = part.schema().get(exclusive) == JsonBoolean.TRUE;
            if (limit != null && isTighter(limit, flag, tightest, inwards)) {
                tightest = limit;
                excluded = flag;
            }
            BigDecimal excludedLimit = number(part.schema().get(exclusive));
            if (excludedLimit != null && isTighter(excludedLimit, true, tightest, inwards)) {
                tightest = excludedLimit;
                excluded = true;
            }
        }
        if (tightest != null) {
            add(keyword, exclusive, tightest, excluded, inwards);
        }
    }

    private void add(String keyword, String exclusive, BigDecimal limit, boolean excluded, int inwards) {
        boolean fraction = limit.stripTrailingZeros().scale() > 0;
        BigDecimal whole = limit.setScale(0, inwards > 0 ? RoundingMode.CEILING : RoundingMode.FLOOR);
        JsonObject.Builder clause =
                JsonObject.builder().put(keyword, integer && fraction ? number(whole) : number(limit));
        if (excluded && !(integer && fraction)) {
            clause.put(exclusive, true);
        }
        clauses.add(clause.build());
    }

    private void multiple(JsonValue declared) {
        BigDecimal factor = number(declared);
        if (factor == null || factor.signum() <= 0) {
            return;
        }
        if (integer && BigDecimal.ONE.remainder(factor).signum() == 0) {
            return; // every integer is a multiple of the factor
        }
        clauses.add(JsonObject.of("multipleOf", number(factor)));
    }

    private static boolean isTighter(BigDecimal limit, boolean excluded, @Nullable BigDecimal than, int inwards) {
        if (than == null) {
            return true;
        }
        int order = limit.compareTo(than) * inwards;
        return order > 0 || (order == 0 && excluded);
    }

    private static @Nullable BigDecimal number(@Nullable JsonValue value) {
        return value instanceof JsonNumber number && Math.abs(number.asDecimal().scale()) < 1000
                ? number.asDecimal()
                : null;
    }

    private static JsonNumber number(BigDecimal value) {
        JsonNumber number = JsonNumber.of(value);
        return number.asLong().isPresent() ? JsonNumber.of(number.asLong().getAsLong()) : number;
    }
}
