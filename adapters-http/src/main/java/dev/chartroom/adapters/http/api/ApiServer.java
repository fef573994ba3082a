package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.audit.RequestAudits;
import dev.chartroom.adapters.http.connection.BodyBuffers;
import dev.chartroom.adapters.http.connection.Connections;
import dev.chartroom.adapters.http.connection.Watchdog;
import dev.chartroom.adapters.http.connection.frame.RequestLimits;
import dev.chartroom.adapters.http.console.ClusterPassage;
import dev.chartroom.adapters.http.console.Console;
import dev.chartroom.adapters.http.discovery.ProtobufDocuments;
import dev.chartroom.adapters.http.discovery.Publisher;
import dev.chartroom.adapters.http.error.StatusResponses;
import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.adapters.http.health.HealthEndpoint;
import dev.chartroom.adapters.http.limit.InFlightLimits;
import dev.chartroom.adapters.http.limit.SelectorLimits;
import dev.chartroom.adapters.http.metrics.RequestMetrics;
import dev.chartroom.adapters.http.rendering.Renderers;
import dev.chartroom.adapters.http.rendering.ScaleRenderer;
import dev.chartroom.adapters.http.request.AccessReviewReader;
import dev.chartroom.adapters.http.request.BodyReader;
import dev.chartroom.adapters.http.request.BodyTimeout;
import dev.chartroom.adapters.http.request.NamespaceReader;
import dev.chartroom.adapters.http.request.TopLevelReader;
import dev.chartroom.adapters.http.trace.RequestTraces;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.event.MirrorOutcome;
import dev.chartroom.core.release.RolloutProgress;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.subresource.ApplicationLogs;
import dev.chartroom.core.subresource.ApplicationView;
import dev.chartroom.core.subresource.ReleaseRollback;
import dev.chartroom.core.write.ApplicationDeleter;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.core.write.ReleaseActions;
import dev.chartroom.core.write.ScaleWriter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.audit.Audit;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.storage.ApplicationStore;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http2.Http2Config;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;

/** The server: the Kubernetes API on one TLS port. */
public final class ApiServer implements AutoCloseable {
    /**
     * Helidon ends the whole connection at the first request beyond this limit, and counts a request as open for slightly longer than
     * the client does. Each connection stays far below it, because its {@link RequestLimits} are checked first.
     */
    private static final int MAX_CONCURRENT_REQUESTS = 2 * RequestLimits.FRONT_PROXY.streams();
    /**
     * The number of unanswered requests that a client may cancel within 10 seconds. A watch counts as answered once it
     * has begun. The front proxy has no such limit.
     */
    private static final int MAX_RAPID_RESETS = 1000;

    /** Checks per timeout: a slow client is noticed at most a tenth of the timeout late. */
    private static final int WRITE_CHECKS = 10;

    /** The bodies of requests that are being served can take the heap divided by this number. */
    private static final int INPUT_SHARE = 8;

    /** The selectors of open watches can take the heap divided by this number. */
    private static final int SELECTOR_SHARE = 32;

    /** The bodies that no request has read yet can take the heap divided by this number. */
    private static final int BODY_SHARE = 16;

    /** How long the requests that are being served may take when the server closes. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final AtomicBoolean closing;
    private final WebServer server;
    private final Connections connections;
    private final WatchHandler watches;
    private final LogHandler logs;
    private final Optional<ClusterPassage> passage;
    private final Watchdog watchdog;

    private ApiServer(
            AtomicBoolean closing,
            WebServer server,
            Connections connections,
            WatchHandler watches,
            LogHandler logs,
            Optional<ClusterPassage> passage,
            Watchdog watchdog) {
        this.closing = closing;
        this.server = server;
        this.connections = connections;
        this.watches = watches;
        this.logs = logs;
        this.passage = passage;
        this.watchdog = watchdog;
    }

    /**
     * The address and certificate of the server.
     *
     * @param tls the TLS context. It asks clients for a certificate and accepts any. Each request verifies the
     *     certificate.
     * @param certificateExpires when the serving certificate expires
     */
    public record Listener(InetSocketAddress address, SSLContext tls, Supplier<Instant> certificateExpires) {}

    /**
     * Access to the objects of the served kinds.
     *
     * @param actions the actions on releases
     * @param views the read-only subresources
     * @param logs the logs of releases; empty if the objects have no releases
     */
    public record Objects(
            ApplicationStore store,
            ApplicationWriter writer,
            ApplicationDeleter deleter,
            ReleaseActions actions,
            Optional<ReleaseRollback> rollback,
            Map<Subresource, ApplicationView> views,
            Optional<ApplicationLogs> logs) {
        public Objects {
            views = Map.copyOf(views);
        }
    }

    /**
     * Authentication and authorization.
     *
     * @param frontProxy returns whether a chain of certificates, leaf first, belongs to the front proxy
     */
    public record Access(
            Authenticator authenticator, Authorizer authorizer, Predicate<List<X509Certificate>> frontProxy) {}

    /**
     * The timeouts for clients.
     *
     * @param request the time for a request that is not a watch; the client can ask for less time
     * @param body the time in which a client must send a body
     * @param write the time for one write. After this time, the server closes the connection. If the write only waits
     *     for an HTTP/2 client to widen the window, the server closes only the stream.
     * @param idle the time after which the server closes a connection that serves no request; a request with incomplete
     *     headers does not count
     * @param age about the time after which the server asks a client of HTTP/2 to use another connection. The requests of
     *     the old one go on
     */
    public record Timeouts(Duration request, Duration body, Duration write, Duration idle, Duration age) {}

    /**
     * The parts of the server.
     *
     * @param console empty if no console is served
     * @param limits limits how many requests for objects the server handles at a time
     * @param heap the size of the heap in bytes; clients' input can fill a part of the heap
     * @param standalone true if no kube-apiserver is in front. Then the server answers access reviews itself, and
     *     serves kinds of the core group if there are any.
     * @param audit the policy and the sink of audit events
     * @param rollouts returns the progress of a kind's rollout; empty if the kind has none
     * @param mirroredEvents returns the number of mirrored Events with an outcome
     * @param traces begins the trace of each request
     * @param metrics the metrics of other parts; the server adds its own
     */
    public record Parts(
            Listener listener,
            Optional<Console> console,
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
            Function<ApplicationKind, Optional<RolloutProgress>> rollouts,
            ToLongFunction<MirrorOutcome> mirroredEvents,
            RequestTraces traces,
            PrometheusRegistry metrics) {
        public Parts {
            health = List.copyOf(health);
        }
    }

    /**
     * Starts to listen.
     *
     * @throws UncheckedIOException if the server cannot listen on the address
     */
    public static ApiServer start(Parts parts) {
        AtomicBoolean closing = new AtomicBoolean();
        ApplicationStore store = parts.objects().store();
        Timeouts timeouts = parts.timeouts();
        Renderers renderers = new Renderers(parts.codec(), parts.clock());
        Watchdog watchdog = new Watchdog(timeouts.write().dividedBy(WRITE_CHECKS));
        BodyReader bodies = new BodyReader(parts.codec(), new BodyTimeout(timeouts.body()));
        NamespaceReader namespaces = new NamespaceReader(bodies);
        RequestMetrics metrics = new RequestMetrics(
                parts.metrics(),
                parts.catalogue(),
                parts.listener().certificateExpires(),
                parts.audit().sink()::lost,
                parts.rollouts(),
                parts.mirroredEvents());
        WatchHandler watches = new WatchHandler(
                store,
                parts.catalogue()::registry,
                renderers,
                parts.codec(),
                parts.random(),
                metrics,
                new SelectorLimits(parts.heap() / SELECTOR_SHARE));
        parts.catalogue().onChange(_ -> watches.endUnserved());
        LogHandler logs = new LogHandler(parts.objects().logs());
        Authorizer authorizer = parts.access().authorizer();
        AccessControl accessControl = new AccessControl(parts.access().authenticator(), authorizer);
        WriteHandler writes = new WriteHandler(
                parts.objects().writer(), bodies, namespaces, new TopLevelReader(bodies), renderers, accessControl);
        ResourceRoutes resources = new ResourceRoutes(
                parts.catalogue(),
                new ReadHandler(store, renderers),
                watches,
                writes,
                new DeleteHandler(parts.objects().deleter(), bodies, namespaces, renderers, parts.codec()),
                new SubresourceRoutes(
                        new ScaleHandler(
                                store,
                                new ScaleWriter(parts.objects().writer()),
                                writes,
                                new ScaleRenderer(parts.codec(), parts.clock()),
                                parts.codec()),
                        new ActionHandler(
                                parts.objects().actions(),
                                parts.objects().rollback(),
                                writes,
                                accessControl,
                                parts.codec()),
                        new ViewHandler(parts.objects().views(), parts.codec()),
                        logs),
                parts.standalone()
                        ? Optional.of(new Reviews(
                                parts.access().authenticator(),
                                authorizer,
                                new AccessReviewReader(bodies),
                                parts.codec()))
                        : Optional.empty());
        Connections connections = new Connections(
                http1(),
                http2(timeouts.write()),
                watchdog,
                timeouts.write(),
                timeouts.age(),
                new BodyBuffers(parts.heap() / BODY_SHARE),
                parts.heap() / BODY_SHARE,
                chain -> parts.access().frontProxy().test(chain) ? RequestLimits.FRONT_PROXY : RequestLimits.CLIENT);
        StatusResponses statuses = new StatusResponses(parts.codec(), connections::releaseAfterFailure);
        KubernetesApi api = new KubernetesApi(
                accessControl,
                parts.limits(),
                new ServerCapacity(ServerCapacity.TURNS, parts.heap() / INPUT_SHARE),
                resources,
                new NonResourceRoutes(
                        parts.publisher(),
                        health(parts.health(), closing),
                        connections::release,
                        metrics,
                        parts.standalone() ? Optional.of(new ProtobufDocuments(parts.codec())) : Optional.empty()),
                statuses,
                metrics,
                new RequestAudits(parts.audit(), parts.clock(), metrics::audited),
                parts.traces(),
                parts.access().frontProxy(),
                timeouts.request(),
                parts.standalone());
        WebServer server =
                Listeners.of(parts, api, connections, statuses, closing).start();
        if (server.port() < 0) {
            server.stop();
            watchdog.close();
            throw new UncheckedIOException(
                    "cannot listen on " + Listeners.unusable(parts)
                            + ": the address is in use, or does not belong to this machine",
                    new BindException());
        }
        return new ApiServer(
                closing, server, connections, watches, logs, parts.console().flatMap(Console::cluster), watchdog);
    }

    /** Adds a check to readiness that fails while the server closes, as a kube-apiserver has it. */
    private static List<HealthEndpoint> health(List<HealthEndpoint> endpoints, AtomicBoolean closing) {
        HealthCheck shutdown = HealthCheck.of(
                "shutdown", () -> closing.get() ? Optional.of("the server is shutting down") : Optional.empty());
        return endpoints.stream()
                .map(endpoint -> endpoint.isReadiness() ? endpoint.and(shutdown) : endpoint)
                .toList();
    }

    private static Http1Config.Builder http1() {
        return Http1Config.builder();
    }

    private static Http2Config http2(Duration writeTimeout) {
        return Http2Config.builder()
                .maxConcurrentStreams(MAX_CONCURRENT_REQUESTS)
                .maxRapidResets(MAX_RAPID_RESETS)
                .flowControlTimeout(writeTimeout)
                // Otherwise one client's invalid request would end a connection that other clients share. Routing
                // accepts any path.
                .validatePath(false)
                .validateRequestHeaders(false)
                .build();
    }

    /** Returns the port of the console; -1 without a console. */
    public int consolePort() {
        return server.port(Listeners.CONSOLE);
    }

    /** Returns the port that the server listens on. */
    public int port() {
        return server.port();
    }

    /**
     * Fails readiness, ends watches cleanly, lets requests finish, and stops. Clients of HTTP/2 are asked first to send
     * later requests over another connection. While any connection is open, the server answers every request.
     */
    @Override
    public void close() {
        closing.set(true);
        connections.announceEnd();
        // While the watches end, the clients of the others already use new connections.
        Thread.startVirtualThread(watches::endAll);
        logs.endAll();
        passage.ifPresent(ClusterPassage::endAll);
        // Helidon alone would cut off the requests that run over HTTP/2.
        connections.awaitEnd(GRACE);
        server.stop();
        watchdog.close();
    }
}
