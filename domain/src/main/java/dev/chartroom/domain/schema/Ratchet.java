package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What a value was before the update, and whether what is wrong with it was wrong before: where it, or else the nearest
 * value around it that can be found again in the old object, is what it was.
 *
 * @param here null where the value cannot be found again
 * @param around null for the root
 */
record Ratchet(@Nullable Correlation here, @Nullable Correlation around) {
    private static final Ratchet NONE = new Ratchet(null, null);

    /** @param old null where the object is new */
    static Ratchet of(RuleNode node, JsonValue value, @Nullable JsonValue old) {
        return old == null ? NONE : new Ratchet(new Correlation(node, value, old), null);
    }

    /** What the value was; null where it was not there, was null or cannot be found again. */
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
