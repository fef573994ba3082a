package dev.chartroom.adapters.cel.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A map, or an object whose members are found by their names in expressions. */
public interface MapValue {
    int size();

    /** Returns the value of a key, which may be a CelError; null if there is none. */
    @Nullable
    Object find(Object key);

    List<Object> keys();

    /** @return a Boolean, or a CelError if the maps cannot be compared */
    Object equalTo(Object other);

    /**
     * Compares the maps entry by entry.
     *
     * @return a Boolean, or a CelError if two values cannot be compared
     */
    static Object equalEntries(MapValue a, MapValue b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Object key : a.keys()) {
            Object own = a.find(key);
            Object value = b.find(key);
            Object equal = value == null || own == null ? false : Equality.equal(own, value);
            if (!Boolean.TRUE.equals(equal)) {
                return equal;
            }
        }
        return true;
    }
}
