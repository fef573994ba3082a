package dev.chartroom.adapters.cel.value;

import org.jspecify.annotations.Nullable;

/** A value of a type that a library or an environment defines. */
public interface OpaqueValue {
    TypeValue type();

    /** Returns the size that costs are computed from. */
    default int size() {
        return 1;
    }

    /**
     * Compares the value with another value. If their classes are the same, {@code equals} decides.
     *
     * @return a Boolean, or a CelError if the values cannot be compared
     */
    default Object equalTo(Object other) {
        return getClass() == other.getClass() ? (Object) equals(other) : CelError.NO_SUCH_OVERLOAD;
    }

    /** Returns the value of a field, which may be a CelError; null if expressions cannot see such a field. */
    default @Nullable Object field(String name) {
        return null;
    }

    /**
     * Returns whether a field has a value.
     *
     * @return a Boolean, or a CelError
     */
    default Object has(String name) {
        Object value = field(name);
        return value instanceof CelError ? value : (Object) (value != null);
    }

    /** Returns whether {@code optional.ofNonZeroValue} treats the value as absent. */
    default boolean isZero() {
        return false;
    }
}
