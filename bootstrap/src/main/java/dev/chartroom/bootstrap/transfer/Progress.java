package dev.chartroom.bootstrap.transfer;

/** Receives how far a long operation is. */
@FunctionalInterface
public interface Progress {
    /**
     * @param done the number of finished objects
     * @param total the number of all objects; 0 if it is unknown
     */
    void report(long done, long total);
}
