package dev.chartroom.adapters.cel.value;

/** A value of a type that a library brings. Equal to another of its class by {@code equals}. */
public interface OpaqueValue {
    TypeValue type();

    /** How large it is when costs are reckoned. */
    default int size() {
        return 1;
    }
}
