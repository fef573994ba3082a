package dev.chartroom.core.request;

/** A part of a limited resource, held until it is closed. */
@FunctionalInterface
public interface Permit extends AutoCloseable {

    /** Gives the permit back. Must be called once. */
    @Override
    void close();
}
