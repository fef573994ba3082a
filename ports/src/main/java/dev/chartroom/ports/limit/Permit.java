package dev.chartroom.ports.limit;

/** A part of a limited resource, held until it is closed. */
@FunctionalInterface
public interface Permit extends AutoCloseable {

    /** Gives it back. Must be called once. */
    @Override
    void close();
}
