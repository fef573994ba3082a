package dev.chartroom.adapters.http.trace;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/** Traces requests. Thread-safe. */
public interface RequestTraces {
    /** Traces nothing. */
    RequestTraces OFF = (_, _, request) -> request.accept(RequestTrace.NONE);

    /**
     * Runs a request on this thread, and traces it.
     *
     * @param headers returns the value of a header by its name in lower case
     * @param isTrusted returns whether the client decides which trace the request belongs to, and whether it is
     *     recorded. The trace of another client only refers to its own.
     */
    void during(Function<String, Optional<String>> headers, BooleanSupplier isTrusted, Consumer<RequestTrace> request);
}
