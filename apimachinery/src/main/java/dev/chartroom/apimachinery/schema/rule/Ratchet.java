package dev.chartroom.apimachinery.schema.rule;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.constraint.Correlation;
import org.jspecify.annotations.Nullable;

/**
 * The old counterpart of a value (KEP-4008). Violations are not reported if the value is unchanged. If the value has no
 * counterpart, the nearest enclosing value with a counterpart decides.
 *
 * @param correlation the value and its counterpart; null if it has no counterpart
 * @param enclosing the nearest enclosing value with a counterpart; null for the root
 */
record Ratchet(@Nullable Correlation correlation, @Nullable Correlation enclosing) {
    private static final Ratchet NONE = new Ratchet(null, null);

    /** @param old the old value; null if the object is new */
    static Ratchet of(RuleNode node, JsonValue value, @Nullable JsonValue old) {
        return old == null ? NONE : new Ratchet(new Correlation(node, value, old), null);
    }

    /** Returns the old value; null if the old value is JSON null or there is no counterpart. */
    @Nullable
    JsonValue old() {
        return correlation == null || correlation.before() == JsonNull.NULL ? null : correlation.before();
    }

    boolean isUnchanged() {
        Correlation nearest = correlation == null ? enclosing : correlation;
        return nearest != null && nearest.isUnchanged();
    }

    Ratchet member(String name) {
        return correlation == null ? this : new Ratchet(correlation.member(name), correlation);
    }

    Ratchet item(int index) {
        return correlation == null ? this : new Ratchet(correlation.item(index), correlation);
    }
}
