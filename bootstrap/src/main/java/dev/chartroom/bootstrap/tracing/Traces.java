package dev.chartroom.bootstrap.tracing;

import dev.chartroom.adapters.http.trace.RequestTraces;
import dev.chartroom.bootstrap.config.ServerConfig;
import java.util.Optional;
import okhttp3.Interceptor;
import org.jspecify.annotations.Nullable;

/**
 * The traces of a server.
 *
 * @param requests begins the trace of each request
 * @param spans records the parts of requests
 * @param client records the requests to the kube-apiserver, and passes the trace on; empty if there are no traces
 * @param exporter sends the traces; closed at the end of the server
 */
public record Traces(RequestTraces requests, Spans spans, Optional<Interceptor> client, AutoCloseable exporter) {
    private static final Traces OFF = new Traces(RequestTraces.OFF, Spans.OFF, Optional.empty(), () -> {});

    /**
     * Returns the traces that a configuration asks for.
     *
     * @param version the version of the program
     */
    public static Traces of(ServerConfig.@Nullable Traces config, String version) {
        if (config == null) {
            return OFF;
        }
        // The only use of the library, so that its classes are not even loaded without traces.
        OpenTelemetryTraces traces = OpenTelemetryTraces.start(config, version);
        return new Traces(traces, traces, Optional.of(traces.client()), traces);
    }
}
