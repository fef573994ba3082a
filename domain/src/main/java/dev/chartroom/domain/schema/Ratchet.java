package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The old counterpart of a value (KEP-4008). Violations are not reported if the value is unchanged. If the value has no
 * counterpart, the nearest enclosing value with a counterpart decides.
 *
 * @param here the value and its counterpart; null if it has no counterpart
 * @param around the nearest enclosing value with a counterpart; null for the root
 */
record Ratchet(@Nullable Correlation here, @Nullable Correlation around) {
    private static final Ratchet NONE = new Ratchet(null, null);

    /** @param old the old value; null if the object is new */
    static Ratchet of(RuleNode node, JsonValue value, @Nullable JsonValue old) {
        return old == null ? NONE : new Ratchet(new Correlation(node, value, old), null);
    }

    /** Returns the old value; null if the old value is JSON null or there is no counterpart. */
    @Nullable
    JsonValue old() {
        return here == null || here.before() == JsonNull.NULL ? null : here.before();
    }

    boolean spares() {
        Correlation nearest = here == null ? around : here;
        return nearest != null && nearest.isUnchanged();
    }

    Ratchet member(String name) {
        return here == null ? this : new Ratchet(here.member(name), here);
    }

    Ratchet item(int index) {
        return here == null ? this : new Ratchet(here.item(index), here);
    }
}
