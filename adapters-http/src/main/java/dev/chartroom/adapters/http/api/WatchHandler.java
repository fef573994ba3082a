package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.negotiation.Negotiator;
import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.http.rendering.IncludeObject;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.rendering.Renderers;
import dev.chartroom.adapters.http.request.ListParameters;
import dev.chartroom.adapters.http.request.QueryParameters;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import io.helidon.common.socket.SocketWriterException;
import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** watch: a store's events as frames, until the client, the store, the time or the server ends it. */
final class WatchHandler {
    private static final System.Logger LOG = System.getLogger(WatchHandler.class.getName());
    private static final int MIN_TIMEOUT_SECONDS = 1800;

    private final ApplicationStore store;
    private final Renderers renderers;
    private final JsonCodec codec;
    private final RandomGenerator random;
    private final Set<WatchStream> running = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    WatchHandler(ApplicationStore store, Renderers renderers, JsonCodec codec, RandomGenerator random) {
        this.store = store;
        this.renderers = renderers;
        this.codec = codec;
        this.random = random;
    }

    void watch(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        Renderer renderer = renderers.of(
                kind,
                exchange.negotiate(Negotiator.Subject.WATCH),
                IncludeObject.of(exchange.query().text("includeObject")));
        WatchRequest request = ListParameters.watch(info.namespace(), exchange.query());
        Duration timeout = timeout(exchange.query());
        try (WatchStream stream = store.watch(kind, request)) {
            register(stream);
            try {
                tell(exchange, renderer, stream, timeout);
            } finally {
                running.remove(stream);
            }
        }
    }

    /** Ends every watch cleanly, those that are yet to begin as well. */
    void endAll() {
        ending = true;
        running.forEach(WatchStream::close);
    }

    private void register(WatchStream stream) {
        running.add(stream);
        if (ending) {
            stream.close();
        }
    }

    private void tell(Exchange exchange, Renderer renderer, WatchStream stream, Duration timeout) {
        exchange.contentType(Representation.JSON);
        try (OutputStream out = exchange.response().outputStream()) {
            new WatchTeller(renderer, codec, out).tell(stream, timeout);
        } catch (IOException | UncheckedIOException | CloseConnectionException | SocketWriterException e) {
            LOG.log(System.Logger.Level.DEBUG, "the client of a watch is gone", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration timeout(QueryParameters query) {
        String seconds = query.text("timeoutSeconds");
        try {
            if (!seconds.isEmpty() && Integer.parseInt(seconds) > 0) {
                return Duration.ofSeconds(Integer.parseInt(seconds));
            }
        } catch (NumberFormatException _) {
            throw ApiException.badRequest("the parameter timeoutSeconds must be an integer, not \"" + seconds + "\"");
        }
        return Duration.ofSeconds(MIN_TIMEOUT_SECONDS + random.nextInt(MIN_TIMEOUT_SECONDS));
    }
}
