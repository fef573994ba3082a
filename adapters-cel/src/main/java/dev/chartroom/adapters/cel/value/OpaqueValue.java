package dev.chartroom.adapters.cel.value;

import org.jspecify.annotations.Nullable;

/** A value of a type that a library or a kind of expressions brings. */
public interface OpaqueValue {
    TypeValue type();

    /** How large it is when costs are reckoned. */
    default int size() {
        return 1;
    }

    /**
     * Whether it is equal to another value: by {@code equals} where their class is the same.
     *
     * @return a Boolean, or a CelError where they cannot be compared
     */
    default Object equalTo(Object other) {
        return getClass() == other.getClass() ? (Object) equals(other) : CelError.NO_SUCH_OVERLOAD;
    }

    /** The value of a field, which may be a CelError; null where no expression can see one. */
    default @Nullable Object field(String name) {
        return null;
    }

    /**
     * Whether a field has a value.
     *
     * @return a Boolean, or a CelError
     */
    default Object has(String name) {
        Object value = field(name);
        return value instanceof CelError ? value : (Object) (value != null);
    }

    /** Whether it is what {@code optional.ofNonZeroValue} takes for nothing. */
    default boolean isZero() {
        return false;
    }
}
