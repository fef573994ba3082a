package dev.chartroom.adapters.http.connection;

import dev.chartroom.adapters.http.connection.frame.ConnectionWindow;
import dev.chartroom.adapters.http.connection.frame.FrameWriter;
import dev.chartroom.adapters.http.connection.frame.GracefulEnd;
import dev.chartroom.adapters.http.connection.frame.HeaderFrames;
import dev.chartroom.adapters.http.connection.frame.RapidResets;
import dev.chartroom.adapters.http.connection.frame.RequestLimits;
import dev.chartroom.adapters.http.connection.frame.UnfinishedHeads;
import dev.chartroom.core.request.FairShares;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http2.Http2Config;
import io.helidon.webserver.http2.Http2ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** Serves HTTP/2 to clients that negotiate it in the TLS handshake, and HTTP/1.1 to all others. */
public final class Connections implements ServerConnectionSelector {
    private static final String HTTP_2 = "h2";
    /** The bytes of heap that a connection over HTTP/1.1 takes, most of them for TLS. */
    private static final int CONNECTION = 100 * 1024;
    /**
     * The maximum number of connections, without those of the front proxy. Together they take at most a quarter of the
     * heap.
     */
    private static final int MAX_CONNECTIONS = Math.clamp(Runtime.getRuntime().maxMemory() / 4 / CONNECTION, 64, 4096);
    /** The maximum number of connections from one address, which many clients might share. */
    private static final int MAX_PER_ADDRESS = Math.min(MAX_CONNECTIONS / 2, 1024);
    /** How long a connection counts as new. */
    private static final long NEW_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** The time between two releases of all connections. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The maximum number of handshakes for connections beyond these limits. */
    private static final int RESERVE = 64;

    private final Map<RequestLimits, Http1ConnectionSelector> http1;
    private final Http2ConnectionSelector http2;
    private final Http2Config config;
    private final Watchdog watchdog;
    private final Duration writeTimeout;
    private final Duration age;
    private final BodyBuffers bodies;
    private final FairShares input;
    private final Function<List<X509Certificate>, RequestLimits> limits;
    private final PeerConnections counts = new PeerConnections(MAX_CONNECTIONS, MAX_PER_ADDRESS, RESERVE);
    private final UnfinishedHeads heads = new UnfinishedHeads();
    /** The connections after their handshake. */
    private final Map<ConnectionContext, Open> open = new ConcurrentHashMap<>();

    private final AtomicLong released = new AtomicLong(System.nanoTime() - PAUSE_NANOS);

    private final GrowingPause failurePause = new GrowingPause();

    private volatile boolean ending;

    /**
     * @param since as of {@link System#nanoTime}
     * @param closed completes when the connection is closed
     */
    private record Open(ServerConnection connection, boolean multiplexes, long since, CompletableFuture<Void> closed) {}

    /**
     * @param watchdog ends connections whose client does not read
     * @param writeTimeout how long a write may take before the client counts as not reading
     * @param age about how old a connection over HTTP/2 becomes. A client with several servers behind one address, such
     *     as a kube-apiserver, would otherwise send all requests to the same one
     * @param bodies the buffers for the bodies of all connections over HTTP/2
     * @param input the limit, in bytes, on the incomplete request heads and chunks that all HTTP/1.1 connections keep
     * @param limits returns the limits for a client with this chain of certificates, leaf first. The chain is empty if
     *     the client presents no certificate.
     */
    public Connections(
            Http1Config.Builder http1,
            Http2Config http2,
            Watchdog watchdog,
            Duration writeTimeout,
            Duration age,
            BodyBuffers bodies,
            long input,
            Function<List<X509Certificate>, RequestLimits> limits) {
        http1.addReceiveListener(heads).maxPrologueLength(RequestLimits.PATH);
        this.http1 = Map.of(
                RequestLimits.CLIENT, selector(http1, RequestLimits.CLIENT),
                RequestLimits.FRONT_PROXY, selector(http1, RequestLimits.FRONT_PROXY));
        this.config = Http2Config.builder(http2)
                .initialWindowSize(StreamBody.FIRST_WINDOW)
                // The server announces this limit to clients, and Helidon enforces it. The limits of each connection
                // are lower and are checked first.
                .maxHeaderListSize(2L * RequestLimits.MAX_HEAD)
                .build();
        this.http2 = Http2ConnectionSelector.builder().http2Config(config).build();
        this.watchdog = watchdog;
        this.writeTimeout = writeTimeout;
        this.age = age;
        this.bodies = bodies;
        this.input = new FairShares(Math.clamp(input / InputMeter.UNIT, 2, Integer.MAX_VALUE));
        this.limits = limits;
    }

    /**
     * Asks the client of each connection, and of each connection to come, to send no more requests. The server still answers
     * each request that it reads.
     */
    public void announceEnd() {
        ending = true;
        open.values().forEach(each -> each.connection().close(false));
    }

    /** Returns when all connections are closed, or the time is up. */
    public void awaitEnd(Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        for (long left = timeout.toNanos(); left > 0 && !open.isEmpty(); left = end - System.nanoTime()) {
            CompletableFuture.allOf(open.values().stream().map(Open::closed).toArray(CompletableFuture<?>[]::new))
                    .completeOnTimeout(null, left, TimeUnit.NANOSECONDS)
                    .join();
        }
    }

    /**
     * Asks the clients of all connections over HTTP/2 to use another connection, because this server is not ready. A new
     * connection can reach a server behind the same address that is. The requests of the old ones go on. Omits new
     * connections: without another server, clients would do nothing but connect.
     */
    public void release() {
        long now = System.nanoTime();
        long before = released.get();
        // Everybody may probe readiness, so the probes must not multiply work.
        if (now - before < PAUSE_NANOS || !released.compareAndSet(before, now)) {
            return;
        }
        open.values().stream()
                .filter(each -> each.multiplexes() && now - each.since() >= NEW_NANOS)
                .forEach(each -> each.connection().close(false));
    }

    /**
     * Asks as {@link #release} does, because a request failed for a reason behind this server. The network of another server
     * may be better. During a long failure of all servers, this makes few connections.
     */
    public void releaseAfterFailure() {
        if (failurePause.isOver(System.nanoTime())) {
            release();
        }
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        return new NegotiatedConnection(context, counts, this::isFrontProxy, watchdog, this::negotiated);
    }

    private ServerConnection negotiated(ConnectionContext context) {
        HelidonSocket socket = context.serverSocket();
        Watchdog.Guard guard = watchdog.guard();
        DataWriter out = new BoundedWriter(context.dataWriter(), guard, writeTimeout);
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Runnable onEnd = () -> {
            guard.close();
            open.remove(context);
            closed.complete(null);
        };
        boolean multiplexes = socket.protocolNegotiated() && socket.protocol().equals(HTTP_2);
        ServerConnection connection = multiplexes ? multiplexed(context, out, onEnd) : sequential(context, out, onEnd);
        open.put(context, new Open(connection, multiplexes, System.nanoTime(), closed));
        if (ending && multiplexes) {
            connection.close(false);
        }
        return connection;
    }

    private static Http1ConnectionSelector selector(Http1Config.Builder http1, RequestLimits limits) {
        return Http1ConnectionSelector.builder()
                .config(Http1Config.builder(http1.build())
                        .maxHeadersSize(limits.headers())
                        .build())
                .build();
    }

    private RequestLimits limits(ConnectionContext context) {
        return limits.apply(PeerCertificates.of(context.remotePeer()));
    }

    /**
     * Returns whether the client is the front proxy. The number of its connections has no limit, because all users
     * share them.
     */
    private boolean isFrontProxy(ConnectionContext context) {
        return limits(context).equals(RequestLimits.FRONT_PROXY);
    }

    private Http1ConnectionSelector http1(ConnectionContext context) {
        return Objects.requireNonNull(http1.get(limits(context)));
    }

    private ServerConnection sequential(ConnectionContext context, DataWriter out, Runnable onEnd) {
        InputMeter meter = new InputMeter(
                context.dataReader(), input, PeerAddress.of(context.remotePeer().address()));
        ConnectionContext view =
                new ConnectionView(context, meter.reader(), new OpeningWriter(out), context.executor());
        return new SequentialConnection(http1(context).connection(view), meter, () -> heads.has(view), () -> {
            heads.forget(view);
            onEnd.run();
        });
    }

    private ServerConnection multiplexed(ConnectionContext context, DataWriter writer, Runnable onEnd) {
        RequestLimits limits = limits(context);
        String sharer = limits.equals(RequestLimits.FRONT_PROXY)
                ? BodyBuffers.FRONT_PROXY
                : BodyBuffers.peer(PeerAddress.of(context.remotePeer().address()));
        RequestStreams streams = new RequestStreams(limits.streams());
        FrameWriter out = new FrameWriter(writer, streams);
        ConnectionWindow window = new ConnectionWindow(out);
        GracefulEnd end = new GracefulEnd(out, streams::isEmpty);
        FrameReader frames = new FrameReader(
                context.dataReader(),
                config.maxFrameSize(),
                new HeaderFrames(config.maxFrameSize(), limits),
                streams,
                window,
                onReset(streams, limits),
                stream -> out.writeOfConnection(FrameWriter.reset(stream, Http2ErrorCode.REFUSED_STREAM)),
                end);
        ServerConnection connection = http2.connection(new ConnectionView(
                context,
                DataReader.create(frames),
                out,
                new StreamExecutor(
                        context.executor(),
                        streams,
                        frames::lastRequest,
                        head -> new StreamBody(head, out, bodies, sharer),
                        end,
                        System.nanoTime() + randomAge())));
        // No request is being served at this time: close(true) interrupts a thread that is merely waiting for the
        // next frame.
        var _ = end.over().thenRun(() -> connection.close(true));
        return new MultiplexedConnection(connection, streams, end, onEnd);
    }

    /** Returns the age of a connection, so that clients do not change all their connections at the same time. */
    private long randomAge() {
        return (long) (age.toNanos() * ThreadLocalRandom.current().nextDouble(0.75, 1.25));
    }

    /**
     * On a connection of the front proxy, the resets come from many users, and one user must not end the connection for
     * all. Each request counts as in flight until it is served, so the limits on requests in flight bound the work.
     */
    private IntConsumer onReset(RequestStreams streams, RequestLimits limits) {
        RapidResets resets = new RapidResets(config.maxRapidResets());
        boolean shared = limits.equals(RequestLimits.FRONT_PROXY);
        return stream -> {
            if (streams.clientLeft(stream) && !shared) {
                resets.add();
            }
        };
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return Set.of(HTTP_2, "http/1.1");
    }

    @Override
    public int bytesToIdentifyConnection() {
        return 0;
    }

    /** Accepts every connection, because there is no other selector. */
    @Override
    public Support supports(BufferData data) {
        return Support.SUPPORTED;
    }
}
