package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.limit.SelectorLimits;
import dev.chartroom.adapters.http.metrics.RequestMetrics;
import dev.chartroom.adapters.http.negotiation.Format;
import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.http.rendering.IncludeObject;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.rendering.Renderers;
import dev.chartroom.adapters.http.rendering.SharedFrames;
import dev.chartroom.adapters.http.request.ListParameters;
import dev.chartroom.adapters.http.request.QueryParameters;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.Permit;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import io.helidon.common.socket.SocketWriterException;
import io.helidon.http.http2.Http2Exception;
import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Handles watch: sends a store's events as frames, until the client, the store, the timeout or the server ends the
 * watch.
 */
final class WatchHandler {
    private static final System.Logger LOG = System.getLogger(WatchHandler.class.getName());
    private static final int MIN_TIMEOUT_SECONDS = 1800;
    /** Longer than any watch lasts, and short enough to be counted in nanoseconds. */
    private static final long MAX_TIMEOUT_SECONDS = 1_000_000_000;

    private final ApplicationStore store;
    private final Renderers renderers;
    private final JsonCodec codec;
    private final RandomGenerator random;
    private final RequestMetrics metrics;
    private final SelectorLimits selectors;
    private final SharedFrames frames = new SharedFrames();
    private final Map<WatchStream, ApplicationKind> running = new ConcurrentHashMap<>();
    private final Supplier<KindRegistry> served;
    private volatile boolean ending;

    /** @param served returns the kinds served now; the server ends the watches of other kinds */
    WatchHandler(
            ApplicationStore store,
            Supplier<KindRegistry> served,
            Renderers renderers,
            JsonCodec codec,
            RandomGenerator random,
            RequestMetrics metrics,
            SelectorLimits selectors) {
        this.store = store;
        this.served = served;
        this.renderers = renderers;
        this.codec = codec;
        this.random = random;
        this.metrics = metrics;
        this.selectors = selectors;
    }

    void watch(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        try (Permit _ = selectors.acquire(exchange.user(), ListParameters.selectorLength(exchange.query()))) {
            watchSelected(exchange, kind, info);
        }
    }

    private void watchSelected(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Representation representation = exchange.negotiate(Negotiator.Subject.WATCH);
        Duration timeout = timeout(exchange.query());
        WatchRequest request = ListParameters.watch(kind, info.namespace(), info.name(), exchange.query())
                .withTimeout(timeout);
        Renderer renderer = renderers.of(
                kind,
                representation,
                IncludeObject.of(representation, exchange.query().text("includeObject")));
        exchange.negotiateStream();
        try (WatchStream stream = open(kind, request)) {
            ServerCapacity.current().ifPresent(ServerCapacity.Share::release);
            if (exchange.isHead()) {
                exchange.contentType(Format.JSON.mediaType());
                exchange.response().send();
                return;
            }
            exchange.requestBody().whenClientLeaves(stream::close);
            register(stream, kind);
            exchange.audit().started();
            try {
                sendEvents(
                        exchange,
                        new WatchParameters(renderer, request.bookmarks(), timeout, metrics.of(kind)),
                        stream);
            } finally {
                running.remove(stream);
            }
        }
    }

    /** The parameters of the response to one watch. */
    private record WatchParameters(
            Renderer renderer, boolean bookmarks, Duration timeout, RequestMetrics.Deliveries deliveries) {}

    /**
     * Opens a watch. If the resource version is too old, the stream contains an Expired error as its event, as upstream
     * (wire contract D42).
     */
    private WatchStream open(ApplicationKind kind, WatchRequest request) {
        try {
            return store.watch(kind, request);
        } catch (ApiException e) {
            if (Status.of(e.error()).reason() == StatusReason.EXPIRED) {
                return new FailedWatch(e.error());
            }
            throw e;
        }
    }

    /** Ends every watch cleanly, including those that are about to begin. Returns after a few seconds if there are many. */
    void endAll() {
        ending = true;
        new WatchDrain()
                .end(running.keySet().stream()
                        .map(stream -> (Runnable) stream::close)
                        .toList());
    }

    /** As upstream, cleanly ends the watches of kinds that are no longer served or were redeclared. */
    void endUnserved() {
        KindRegistry now = served.get();
        running.forEach((stream, kind) -> {
            if (!now.serves(kind)) {
                stream.close();
            }
        });
    }

    private void register(WatchStream stream, ApplicationKind kind) {
        running.put(stream, kind);
        if (ending || !served.get().serves(kind)) {
            stream.close();
        }
    }

    private void sendEvents(Exchange exchange, WatchParameters parameters, WatchStream stream) {
        exchange.contentType(Format.JSON.mediaType());
        try (OutputStream out = exchange.response().outputStream()) {
            new WatchResponseWriter(
                            parameters.renderer(),
                            frames,
                            parameters.bookmarks(),
                            codec,
                            out,
                            parameters.deliveries(),
                            exchange.requestBody().opening())
                    .send(stream, parameters.timeout());
        } catch (IOException | UncheckedIOException | CloseConnectionException | SocketWriterException e) {
            LOG.log(System.Logger.Level.DEBUG, "The client of a watch closed the connection", e);
        } catch (Http2Exception e) {
            // Ends the stream as broken: an event might have been sent in part.
            throw new CloseConnectionException("the client of a watch does not read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration timeout(QueryParameters query) {
        long seconds = ListParameters.timeoutSeconds(query).orElse(0);
        return Duration.ofSeconds(
                seconds == 0
                        ? MIN_TIMEOUT_SECONDS + random.nextInt(MIN_TIMEOUT_SECONDS)
                        : Math.min(seconds, MAX_TIMEOUT_SECONDS));
    }
}
