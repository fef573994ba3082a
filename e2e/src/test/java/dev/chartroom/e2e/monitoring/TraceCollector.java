package dev.chartroom.e2e.monitoring;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A collector of traces by OTLP over HTTP, which only remembers what it gets. */
final class TraceCollector implements AutoCloseable {
    private static final HexFormat HEX = HexFormat.of();

    private final Queue<Span> spans = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    private TraceCollector(HttpServer server) {
        this.server = server;
    }

    static TraceCollector start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        TraceCollector collector = new TraceCollector(server);
        server.createContext("/v1/traces", exchange -> {
            ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(exchange.getRequestBody());
            for (ResourceSpans resource : request.getResourceSpansList()) {
                for (ScopeSpans scope : resource.getScopeSpansList()) {
                    collector.spans.addAll(scope.getSpansList());
                }
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        return collector;
    }

    /** Returns the URL that a configuration names. */
    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
    }

    /** Returns the spans of a trace, by its id in lower-case hex. */
    List<Span> trace(String id) {
        return spans.stream()
                .filter(span -> HEX.formatHex(span.getTraceId().toByteArray()).equals(id))
                .toList();
    }

    /** Returns all spans. */
    List<Span> all() {
        return List.copyOf(spans);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
