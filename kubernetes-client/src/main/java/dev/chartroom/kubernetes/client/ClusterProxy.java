package dev.chartroom.kubernetes.client;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.Locale;

/** The proxy of a cluster in a kubeconfig ({@code proxy-url}). */
final class ClusterProxy {
    private static final int DEFAULT_PORT = 1080;

    private ClusterProxy() {}

    /** @throws CredentialException if the address is not one of a supported proxy */
    static Proxy of(String url) throws CredentialException {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException _) {
            throw new CredentialException("proxy-url: must be a URL");
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        Proxy.Type type = switch (scheme) {
            case "http" -> Proxy.Type.HTTP;
            case "socks5" -> Proxy.Type.SOCKS;
            default -> throw new CredentialException("proxy-url: only http:// and socks5:// are supported");
        };
        if (uri.getHost() == null || uri.getUserInfo() != null) {
            throw new CredentialException("proxy-url: must have a host, and no user");
        }
        int port = uri.getPort() >= 0 ? uri.getPort() : type == Proxy.Type.HTTP ? 80 : DEFAULT_PORT;
        // OkHttp resolves the name.
        return new Proxy(type, InetSocketAddress.createUnresolved(uri.getHost(), port));
    }
}
