package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.audit.RequestAudits;
import dev.chartroom.adapters.http.connection.BodyBuffers;
import dev.chartroom.adapters.http.connection.Connections;
import dev.chartroom.adapters.http.connection.RequestLimits;
import dev.chartroom.adapters.http.connection.Watchdog;
import dev.chartroom.adapters.http.discovery.Publisher;
import dev.chartroom.adapters.http.error.StatusResponses;
import dev.chartroom.adapters.http.health.HealthEndpoint;
import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.adapters.http.limit.InFlightLimits;
import dev.chartroom.adapters.http.limit.SelectorLimits;
import dev.chartroom.adapters.http.metrics.RequestMetrics;
import dev.chartroom.adapters.http.rendering.Renderers;
import dev.chartroom.adapters.http.request.AccessReviewReader;
import dev.chartroom.adapters.http.request.BodyReader;
import dev.chartroom.adapters.http.request.NamespaceReader;
import dev.chartroom.adapters.http.request.SlowBodies;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.audit.Audit;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.limit.ServerCapacity;
import dev.chartroom.ports.rollout.RolloutProgress;
import dev.chartroom.ports.service.ApplicationDeleter;
import dev.chartroom.ports.service.ApplicationWriter;
import dev.chartroom.ports.service.KindCatalogue;
import dev.chartroom.ports.storage.ApplicationStore;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http2.Http2Config;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import jdk.net.ExtendedSocketOptions;

/** The server: the Kubernetes API on one TLS port. */
public final class ApiServer implements AutoCloseable {
    /**
     * Of one connection over HTTP/2. Helidon ends the whole connection where there is one more, and counts a request for
     * a moment longer than its client does: the aggregator, with ten thousand watches, must never come near it.
     */
    private static final int MAX_CONCURRENT_REQUESTS = 16_384;
    /**
     * Requests that clients of the aggregator break off before they are answered, in 10 seconds. Watches are answered when
     * they begin.
     */
    private static final int MAX_RAPID_RESETS = 1000;

    /** In the time that a connection may be idle, which is by how much it may become longer. */
    private static final int LOOKS_FOR_IDLE_ONES = 6;

    /** In the time that somebody may take, which is by how much he may take longer. */
    private static final int LOOKS_FOR_SLOW_ONES = 10;

    /** The part of the heap that the bodies of requests may fill that are being served. */
    private static final int INPUT_SHARE = 8;

    /** The part of the heap that the selectors of open watches may fill. */
    private static final int SELECTOR_SHARE = 32;

    /** The part of the heap that bodies may fill before a request reads them. */
    private static final int BODY_SHARE = 16;

    private static final int PROBE_SECONDS = 15;

    private static final int PROBES = 9;

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final WebServer server;
    private final Connections connections;
    private final WatchHandler watches;
    private final Watchdog watchdog;

    private ApiServer(WebServer server, Connections connections, WatchHandler watches, Watchdog watchdog) {
        this.server = server;
        this.connections = connections;
        this.watches = watches;
        this.watchdog = watchdog;
    }

    /**
     * Where requests come in.
     *
     * @param tls asks clients for a certificate and accepts any: what one proves is found out per request
     * @param certificateExpires when the serving certificate ends to be valid
     */
    public record Listener(InetSocketAddress address, SSLContext tls, Supplier<Instant> certificateExpires) {}

    /** The objects of the served kinds, and what reads and writes them. */
    public record Objects(ApplicationStore store, ApplicationWriter writer, ApplicationDeleter deleter) {}

    /**
     * Who asks, and whether they may.
     *
     * @param frontProxy whether a chain of certificates, leaf first, is the front proxy's
     */
    public record Access(
            Authenticator authenticator, Authorizer authorizer, Predicate<List<X509Certificate>> frontProxy) {}

    /**
     * How long is waited for clients.
     *
     * @param request how long a request may take that is not a watch; it may ask for less
     * @param body how long a client may take to send a body
     * @param write how long a write may take before its connection is closed, over HTTP/2 its stream alone where the client
     *     does not widen its window
     * @param idle how long a connection may be open without a request, or with one whose headers do not come
     */
    public record Timeouts(Duration request, Duration body, Duration write, Duration idle) {}

    /**
     * What the server is made of.
     *
     * @param limits on requests for objects that are answered at a time
     * @param heap in bytes, of which what clients send may fill a part
     * @param standalone true where no kube-apiserver stands in front: then the server answers access reviews
     *     itself, and serves kinds of the core group where there are any
     * @param audit what is recorded of requests
     * @param rollouts how far the rollout of a kind is, where there is one
     */
    public record Parts(
            Listener listener,
            KindCatalogue catalogue,
            Publisher publisher,
            Objects objects,
            Access access,
            List<HealthEndpoint> health,
            JacksonCodec codec,
            Clock clock,
            RandomGenerator random,
            InFlightLimits limits,
            long heap,
            Timeouts timeouts,
            boolean standalone,
            Audit audit,
            Function<ApplicationKind, Optional<RolloutProgress>> rollouts) {
        public Parts {
            health = List.copyOf(health);
        }
    }

    /**
     * Starts to listen.
     *
     * @throws UncheckedIOException where the address cannot be listened on
     */
    public static ApiServer start(Parts parts) {
        ApplicationStore store = parts.objects().store();
        Timeouts timeouts = parts.timeouts();
        Renderers renderers = new Renderers(parts.codec(), parts.clock());
        Watchdog watchdog = new Watchdog(timeouts.write().dividedBy(LOOKS_FOR_SLOW_ONES));
        BodyReader bodies = new BodyReader(parts.codec(), new SlowBodies(timeouts.body()));
        NamespaceReader namespaces = new NamespaceReader(bodies);
        StatusResponses statuses = new StatusResponses(parts.codec());
        RequestMetrics metrics = new RequestMetrics(
                parts.catalogue(),
                parts.listener().certificateExpires(),
                parts.audit().sink()::lost,
                parts.rollouts());
        WatchHandler watches = new WatchHandler(
                store,
                parts.catalogue()::registry,
                renderers,
                parts.codec(),
                parts.random(),
                metrics,
                new SelectorLimits(parts.heap() / SELECTOR_SHARE));
        parts.catalogue().onChange(_ -> watches.endUnserved());
        Authorizer authorizer = parts.access().authorizer();
        AccessControl accessControl = new AccessControl(parts.access().authenticator(), authorizer);
        ResourceRoutes resources = new ResourceRoutes(
                parts.catalogue(),
                new ReadHandler(store, renderers),
                watches,
                new WriteHandler(parts.objects().writer(), bodies, namespaces, renderers, accessControl),
                new DeleteHandler(parts.objects().deleter(), bodies, namespaces, renderers, parts.codec()),
                parts.standalone()
                        ? Optional.of(new Reviews(
                                parts.access().authenticator(),
                                authorizer,
                                new AccessReviewReader(bodies),
                                parts.codec()))
                        : Optional.empty());
        KubernetesApi api = new KubernetesApi(
                accessControl,
                parts.limits(),
                new ServerCapacity(ServerCapacity.TURNS, parts.heap() / INPUT_SHARE),
                resources,
                new NonResourceRoutes(parts.publisher(), parts.health(), metrics),
                statuses,
                metrics,
                new RequestAudits(parts.audit(), parts.clock(), metrics::audited),
                timeouts.request(),
                parts.standalone());
        Connections connections = new Connections(
                http1(),
                http2(timeouts.write()),
                watchdog,
                timeouts.write(),
                new BodyBuffers(parts.heap() / BODY_SHARE),
                parts.heap() / BODY_SHARE,
                chain -> parts.access().frontProxy().test(chain) ? RequestLimits.FRONT_PROXY : RequestLimits.CLIENT);
        WebServer server = WebServer.builder()
                .bindAddress(parts.listener().address())
                .tls(Tls.builder()
                        .sslContext(parts.listener().tls())
                        .clientAuth(TlsClientAuth.OPTIONAL)
                        .build())
                // Off by default: small answers would wait for the client's delayed acknowledgement.
                .connectionOptions(options -> options.tcpNoDelay(true)
                        // A peer that is gone without a word, by the probes that Go's server sends.
                        .putSocketOption(ExtendedSocketOptions.TCP_KEEPIDLE, PROBE_SECONDS)
                        .putSocketOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_SECONDS)
                        .putSocketOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES))
                .idleConnectionTimeout(timeouts.idle())
                .idleConnectionPeriod(timeouts.idle().dividedBy(LOOKS_FOR_IDLE_ONES))
                .protocolsDiscoverServices(false)
                .addConnectionSelector(connections)
                // Of which the client gets what the handlers make of it.
                .errorHandling(ErrorHandling.builder().includeEntity(true).build())
                .directHandlers(statuses.directHandlers())
                .routing(routing -> routing.addFeature(api))
                .shutdownGracePeriod(GRACE)
                .shutdownHook(false)
                .build()
                .start();
        if (server.port() < 0) {
            watchdog.close();
            // Helidon only logs that it could not.
            throw new UncheckedIOException(
                    "cannot listen on " + parts.listener().address() + ": it is in use, or no address of this machine",
                    new BindException());
        }
        return new ApiServer(server, connections, watches, watchdog);
    }

    private static Http1Config.Builder http1() {
        return Http1Config.builder();
    }

    private static Http2Config http2(Duration writePatience) {
        return Http2Config.builder()
                .maxConcurrentStreams(MAX_CONCURRENT_REQUESTS)
                .maxRapidResets(MAX_RAPID_RESETS)
                .flowControlTimeout(writePatience)
                // What is not valid would end the connection of all who share it; routing knows what to make of a path.
                .validatePath(false)
                .validateRequestHeaders(false)
                .build();
    }

    /** The port that is listened on. */
    public int port() {
        return server.port();
    }

    /** Ends watches cleanly, lets requests finish, and stops. */
    @Override
    public void close() {
        watches.endAll();
        // Helidon would cut what runs over HTTP/2.
        connections.awaitRunning(GRACE);
        server.stop();
        watchdog.close();
    }
}
