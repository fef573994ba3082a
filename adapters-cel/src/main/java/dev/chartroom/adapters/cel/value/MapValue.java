package dev.chartroom.adapters.cel.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A map, or an object, whose members are looked up by their names as expressions write them. */
public interface MapValue {
    int size();

    /** The value of a key, which may be a CelError; null where there is none. */
    @Nullable
    Object find(Object key);

    List<Object> keys();

    /** @return a Boolean, or a CelError where they cannot be compared */
    Object equalTo(Object other);

    /** Whether entry for entry the maps are equal. */
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
