package dev.chartroom.adapters.http.console;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides whether a browser sent a request from the console itself. A page of another origin could otherwise use the browser of a
 * user: by its cookies (there are none), or by a name that it resolves to this server (DNS rebinding).
 *
 * @param hosts the names of this server, each with its port unless it is the default one; empty if every name is its own
 * @param scheme http or https, as browsers see it
 */
public record BrowserOrigin(Set<String> hosts, String scheme) {
    private static final HeaderName SITE = HeaderNames.create("Sec-Fetch-Site");

    public BrowserOrigin {
        hosts = Set.copyOf(hosts);
    }

    /** Returns the origin of a server at an address on loopback, which also has the usual names. */
    public static BrowserOrigin ofLoopback(InetAddress address, int port) {
        String literal = address.getHostAddress();
        return new BrowserOrigin(
                Stream.of("127.0.0.1", "localhost", "[::1]", literal.contains(":") ? "[" + literal + "]" : literal)
                        .map(host -> host + ":" + port)
                        .collect(Collectors.toUnmodifiableSet()),
                "http");
    }

    /** @param host the header Host, or {@code :authority} */
    boolean isOwn(String host) {
        return hosts.isEmpty() || hosts.contains(host.toLowerCase(Locale.ROOT));
    }

    /** Returns whether a page of the console sent a request, or the user, such as by a bookmark. */
    boolean sends(ServerRequest request) {
        return sends(
                request.authority(),
                request.headers().first(HeaderNames.ORIGIN),
                request.headers().first(SITE));
    }

    /**
     * @param origin the header Origin, which browsers send with every request that can change something
     * @param site the header Sec-Fetch-Site, which browsers send with every request
     */
    boolean sends(String host, Optional<String> origin, Optional<String> site) {
        String own = scheme + "://" + host.toLowerCase(Locale.ROOT);
        return isOwn(host)
                && origin.map(each -> each.toLowerCase(Locale.ROOT).equals(own)).orElse(true)
                && site.map(each -> each.equals("same-origin") || each.equals("none"))
                        .orElse(true);
    }
}
