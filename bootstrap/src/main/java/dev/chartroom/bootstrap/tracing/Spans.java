package dev.chartroom.bootstrap.tracing;

import java.util.function.Supplier;

/** Records parts of the request that the current thread serves. Thread-safe. */
public interface Spans {
    /** Records nothing. */
    Spans OFF = new Spans() {
        @Override
        public <T> T during(String name, Supplier<T> part) {
            return part.get();
        }
    };

    /**
     * Runs a part of a request and records how long it takes. On a thread that serves no request, it only runs the
     * part.
     *
     * @param name one of few names, without names of objects
     */
    <T> T during(String name, Supplier<T> part);
}
