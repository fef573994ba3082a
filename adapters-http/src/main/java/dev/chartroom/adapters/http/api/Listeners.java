package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.connection.Connections;
import dev.chartroom.adapters.http.connection.RequestStream;
import dev.chartroom.adapters.http.console.Console;
import dev.chartroom.adapters.http.console.ConsoleFeature;
import dev.chartroom.adapters.http.error.StatusResponses;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import jdk.net.ExtendedSocketOptions;

/** The addresses on which the server listens: that of the API, and perhaps that of the console. */
final class Listeners {
    /** The name of the console's listener. */
    static final String CONSOLE = "console";

    /** Checks per idle timeout: a connection ends at most a sixth of the timeout late. */
    private static final int IDLE_CHECKS = 6;

    private static final int PROBE_SECONDS = 15;

    private static final int PROBES = 9;

    /** The part of the close in which Helidon closes the connections that are left. */
    private static final Duration CUT = Duration.ofMillis(500);

    private final ApiServer.Timeouts timeouts;
    private final Connections connections;
    private final StatusResponses statuses;
    private final AtomicBoolean closing;

    private Listeners(
            ApiServer.Timeouts timeouts, Connections connections, StatusResponses statuses, AtomicBoolean closing) {
        this.timeouts = timeouts;
        this.connections = connections;
        this.statuses = statuses;
        this.closing = closing;
    }

    /** Returns the server, which does not listen yet. If it cannot listen on one address, it listens on none, and its port is -1. */
    static WebServer of(
            ApiServer.Parts parts,
            KubernetesApi api,
            Connections connections,
            StatusResponses statuses,
            AtomicBoolean closing) {
        Listeners listeners = new Listeners(parts.timeouts(), connections, statuses, closing);
        WebServerConfig.Builder server = WebServer.builder()
                .tls(tls(parts.listener().tls(), TlsClientAuth.OPTIONAL))
                .routing(routing -> routing.addFilter((chain, _, response) -> listeners.proceed(chain, response))
                        .addFeature(api))
                .shutdownHook(false);
        listeners.configure(server, parts.listener().address());
        parts.console().ifPresent(console -> {
            ConsoleFeature feature = new ConsoleFeature(console, parts.codec(), statuses);
            ListenerConfig.Builder listener = ListenerConfig.builder().routing(routing -> {
                routing.addFilter((chain, _, response) -> listeners.proceed(chain, response));
                // Helidon would order features by the names of their classes.
                feature.setup(routing);
                api.setup(routing);
            });
            console.tls().ifPresent(context -> listener.tls(tls(context, TlsClientAuth.NONE)));
            listeners.configure(listener, console.address());
            server.putSocket(CONSOLE, listener.build());
        });
        return server.build();
    }

    /** Returns the first address on which nothing can listen. Helidon only logs it. */
    static InetSocketAddress unusable(ApiServer.Parts parts) {
        InetSocketAddress first = parts.listener().address();
        return Stream.concat(Stream.of(first), parts.console().map(Console::address).stream())
                .filter(address -> !isUsable(address))
                .findFirst()
                .orElse(first);
    }

    private static boolean isUsable(InetSocketAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private static Tls tls(SSLContext context, TlsClientAuth clients) {
        return Tls.builder().sslContext(context).clientAuth(clients).build();
    }

    private void configure(ListenerConfig.BuilderBase<?, ?> listener, InetSocketAddress address) {
        listener.bindAddress(address);
        // With the default, small answers wait for the client's delayed acknowledgement.
        listener.connectionOptions(options -> options.tcpNoDelay(true)
                // Probes detect a peer that vanished. Go's server sends the same probes.
                .putSocketOption(ExtendedSocketOptions.TCP_KEEPIDLE, PROBE_SECONDS)
                .putSocketOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_SECONDS)
                .putSocketOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES));
        listener.idleConnectionTimeout(timeouts.idle());
        listener.idleConnectionPeriod(timeouts.idle().dividedBy(IDLE_CHECKS));
        listener.protocolsDiscoverServices(false);
        listener.addConnectionSelector(connections);
        // Sends the client the body that a direct handler returns.
        listener.errorHandling(ErrorHandling.builder().includeEntity(true).build());
        listener.directHandlers(statuses.directHandlers());
        listener.shutdownGracePeriod(CUT);
    }

    private void proceed(FilterChain chain, ServerResponse response) {
        if (closing.get() && RequestStream.current().isEmpty()) {
            response.headers().set(HeaderValues.CONNECTION_CLOSE);
        }
        chain.proceed();
    }
}
