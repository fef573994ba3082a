package dev.chartroom.ports.limit;

/** Room that is taken until it is given back. */
@FunctionalInterface
public interface Permit extends AutoCloseable {

    /** Gives the room back. To be called once. */
    @Override
    void close();
}
