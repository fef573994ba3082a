package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.discovery.Publisher;
import dev.chartroom.adapters.http.fixture.Definitions;
import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.adapters.http.health.HealthEndpoint;
import dev.chartroom.adapters.http.limit.InFlightLimits;
import dev.chartroom.adapters.http.trace.RequestTraces;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.adapters.memory.MemoryApplicationStore;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.write.ApplicationDeleter;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.core.write.ReleaseActions;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.audit.Audit;
import dev.chartroom.ports.kind.ScriptedKindSource;
import dev.chartroom.ports.release.Workloads;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A server on its own port with a store in memory, and a client for it. */
final class TestServer implements AutoCloseable {
    private static final SelfSigned IDENTITY = SelfSigned.of("server");

    /** The time that a client of a watch can take to read before the server drops the client. */
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(1);

    final AtomicInteger openWatches = new AtomicInteger();
    final ApplicationStore store = new WatchCountingStore(
            new MemoryApplicationStore(Json.CODEC, PendingChanges.ofHeap(), Clock.systemUTC()), openWatches);
    final Users users = new Users();
    final AtomicReference<@Nullable String> storeFailure = new AtomicReference<>();
    private final ApiServer server;
    private final ScriptedKindSource source;
    private final KindCatalogue catalogue;
    /** The logs of kinds with the subresource log. */
    final ScriptedLogs logs = new ScriptedLogs();
    /** The names of the suspended releases. */
    final Suspensions suspensions = new Suspensions();

    static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(6);
    private static final Duration IDLE = Duration.ofSeconds(90);
    private static final Duration AGE = Duration.ofMinutes(10);
    static final Duration BODY_TIMEOUT = Duration.ofSeconds(2);
    static final int READS_IN_FLIGHT = 40;
    static final int WRITES_IN_FLIGHT = 20;
    private static final int WATCHES = 4000;
    private static final long HEAP = Runtime.getRuntime().maxMemory();
    static final Instant CERTIFICATE_EXPIRES = Instant.parse("2031-01-02T03:04:05Z");

    private HttpClient client = client(tls());

    private TestServer(boolean standalone, Audit audit, Duration idle, int reads, long heap, ApplicationKind... kinds) {
        this(standalone, audit, REQUEST_TIMEOUT, idle, AGE, reads, heap, kinds);
    }

    private TestServer(
            boolean standalone,
            Audit audit,
            Duration requestTimeout,
            Duration idle,
            Duration age,
            int reads,
            long heap,
            ApplicationKind... kinds) {
        source = new ScriptedKindSource(Definitions.documents(kinds));
        catalogue = Definitions.catalogue(source, standalone ? List.of(NamespaceKind.KIND) : List.of());
        HealthCheck check = HealthCheck.of("store", () -> Optional.ofNullable(storeFailure.get()));
        ApplicationWriter writer =
                new ApplicationWriter(store, Admission.NONE, ObjectQuota.UNLIMITED, new Random(1), Clock.systemUTC());
        server = ApiServer.start(new ApiServer.Parts(
                new ApiServer.Listener(
                        new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                        IDENTITY.server(),
                        () -> CERTIFICATE_EXPIRES),
                Optional.empty(),
                catalogue,
                new Publisher(catalogue, Json.CODEC, "v0.1.0"),
                new ApiServer.Objects(
                        store,
                        writer,
                        new ApplicationDeleter(store, Admission.NONE),
                        new ReleaseActions(
                                store, writer, suspensions, Workloads.NONE, Admission.NONE, Clock.systemUTC()),
                        Optional.empty(),
                        Map.of(),
                        Optional.of(logs)),
                new ApiServer.Access(users, users, chain -> !chain.isEmpty()),
                List.of(
                        new HealthEndpoint("healthz", List.of(HealthCheck.ping())),
                        new HealthEndpoint("livez", List.of(HealthCheck.ping())),
                        new HealthEndpoint("readyz", List.of(HealthCheck.ping(), check))),
                Json.CODEC,
                Clock.systemUTC(),
                new Random(2),
                new InFlightLimits(reads, WRITES_IN_FLIGHT, WATCHES),
                heap,
                new ApiServer.Timeouts(requestTimeout, BODY_TIMEOUT, WRITE_TIMEOUT, idle, age),
                standalone,
                audit,
                _ -> Optional.empty(),
                _ -> 0,
                RequestTraces.OFF,
                new PrometheusRegistry()));
        catalogue.start();
    }

    /** Replaces the served kinds. The change takes effect soon afterwards. */
    void declare(ApplicationKind... kinds) {
        source.declare(List.of(Definitions.documents(kinds)));
    }

    /** Starts a server behind a kube-apiserver. */
    static TestServer start() {
        return new TestServer(false, Audit.OFF, IDLE, READS_IN_FLIGHT, HEAP, Kinds.redis(), Kinds.postgres());
    }

    /** Starts a server that gives requests this much time. */
    static TestServer startWithRequestTimeout(Duration timeout) {
        return new TestServer(
                false, Audit.OFF, timeout, IDLE, AGE, READS_IN_FLIGHT, HEAP, Kinds.redis(), Kinds.postgres());
    }

    /** Starts a server that asks clients for another connection after about this time. */
    static TestServer startWithAge(Duration age) {
        return new TestServer(
                false, Audit.OFF, REQUEST_TIMEOUT, IDLE, age, READS_IN_FLIGHT, HEAP, Kinds.redis(), Kinds.postgres());
    }

    /** Starts a server that ends connections that are idle for longer than this. */
    static TestServer start(Duration idle) {
        return new TestServer(false, Audit.OFF, idle, READS_IN_FLIGHT, HEAP, Kinds.redis(), Kinds.postgres());
    }

    /** Starts a server that serves this many reads at a time. */
    static TestServer startWithReads(int reads) {
        return new TestServer(false, Audit.OFF, IDLE, reads, HEAP, Kinds.redis(), Kinds.postgres());
    }

    /** Starts a server whose limits are parts of a heap of this many bytes. */
    static TestServer startSmall(long heap) {
        return new TestServer(false, Audit.OFF, IDLE, READS_IN_FLIGHT, heap, Kinds.redis(), Kinds.postgres());
    }

    static TestServer startStandalone() {
        return new TestServer(true, Audit.OFF, IDLE, READS_IN_FLIGHT, HEAP, Kinds.redis(), Kinds.postgres());
    }

    /** Starts a server that audits its requests. */
    static TestServer start(Audit audit, ApplicationKind kind) {
        return new TestServer(false, audit, IDLE, READS_IN_FLIGHT, HEAP, kind);
    }

    /** Returns the context of a client that trusts this server and presents its own certificate, if it has one. */
    static SSLContext tls(SelfSigned... own) {
        return IDENTITY.client(own);
    }

    static HttpClient client(SSLContext tls) {
        return client(tls, HttpClient.Version.HTTP_1_1);
    }

    private static HttpClient client(SSLContext tls, HttpClient.Version version) {
        return HttpClient.newBuilder()
                .version(version)
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(tls)
                .build();
    }

    /** Replaces the client by one that uses this HTTP version. */
    void speak(HttpClient.Version version) {
        client.shutdownNow();
        client = client(tls(), version);
    }

    int port() {
        return server.port();
    }

    TestResponse send(String method, String path, @Nullable String body, String... headers) {
        return send(client, request(method, path, publisher(body), headers));
    }

    TestResponse stream(String method, String path, BodyPublisher body, String... headers) {
        return send(client, request(method, path, body, headers));
    }

    TestResponse send(HttpClient other, HttpRequest request) {
        return answer(exchange(other, request, BodyHandlers.ofString()));
    }

    HttpRequest request(String method, String path, BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port() + path))
                .timeout(Duration.ofSeconds(20))
                .method(method, body);
        return (headers.length == 0 ? request : request.headers(headers)).build();
    }

    /** Opens a watch. Its headers must arrive at once, even if there are no events. */
    Watch watch(String path, String... headers) {
        HttpRequest request = HttpRequest.newBuilder(
                        request("GET", path, BodyPublishers.noBody(), headers), (_, _) -> true)
                .timeout(Duration.ofSeconds(15))
                .build();
        HttpResponse<InputStream> response = exchange(client, request, BodyHandlers.ofInputStream());
        return new Watch(response.statusCode(), response.version(), response.headers(), response.body());
    }

    @Override
    public void close() {
        client.shutdownNow();
        server.close();
        catalogue.close();
    }

    /** Closes the server and leaves its clients open. */
    void closeServer() {
        server.close();
    }

    private static BodyPublisher publisher(@Nullable String body) {
        return body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    }

    private static TestResponse answer(HttpResponse<String> response) {
        return new TestResponse(response.statusCode(), response.headers(), response.body());
    }

    private static <T> HttpResponse<T> exchange(HttpClient client, HttpRequest request, BodyHandler<T> handler) {
        try {
            return client.send(request, handler);
        } catch (IOException e) {
            throw new UncheckedIOException(request.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
