package dev.chartroom.adapters.http.console;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * The console and its listener. It asks for no client certificates, so no request over it can name its user in headers.
 *
 * @param tls the TLS context; empty for plain HTTP on loopback
 * @param origin returns the origin of the console, which may be known only when the server listens
 * @param login present in dev mode
 * @param oidc the client that the console is at an issuer; without one, users paste a token
 * @param cluster empty if this server is not behind a kube-apiserver
 */
public record Console(
        InetSocketAddress address,
        Optional<SSLContext> tls,
        ConsoleFiles files,
        Supplier<BrowserOrigin> origin,
        Optional<OneTimeLogin> login,
        Optional<OidcClient> oidc,
        Optional<ClusterPassage> cluster) {}
