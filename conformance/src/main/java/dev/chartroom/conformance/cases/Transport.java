package dev.chartroom.conformance.cases;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends requests to an API server exactly as a case describes them. Thread-safe. */
public interface Transport extends AutoCloseable {

    /**
     * Sends a request and reads the answer to its end.
     *
     * @param path with the query, percent-encoded
     * @param headers those of the request, besides credentials
     * @param limit the longest time until the last byte
     * @throws IOException if there is no complete answer; the message says why
     */
    Received send(String method, String path, Map<String, String> headers, byte @Nullable [] body, Duration limit)
            throws IOException;

    @Override
    void close();
}
