package dev.chartroom.adapters.console;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether a browser sent a request from the console itself. A page of another origin could otherwise use the browser of a
 * user: by its cookies (there are none), or by a name that it resolves to this server (DNS rebinding).
 *
 * @param hosts the names of this server, each with its port unless it is the default one; empty if every name is its own
 * @param scheme http or https, as browsers see it
 */
public record BrowserOrigin(Set<String> hosts, String scheme) {
    public BrowserOrigin {
        hosts = Set.copyOf(hosts);
    }

    /** Returns the origin of a server on loopback. */
    public static BrowserOrigin ofLoopback(int port) {
        return new BrowserOrigin(Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port), "http");
    }

    /**
     * @param host the header Host, or {@code :authority}
     * @param origin the header Origin, which browsers send with every request that can change something
     * @param site the header Sec-Fetch-Site, which browsers send with every request
     */
    boolean allows(String host, Optional<String> origin, Optional<String> site) {
        String own = host.toLowerCase(Locale.ROOT);
        return (hosts.isEmpty() || hosts.contains(own))
                && origin.map(each -> each.toLowerCase(Locale.ROOT).equals(scheme + "://" + own))
                        .orElse(true)
                // "none" is a request of the user, such as a bookmark.
                && site.map(each -> each.equals("same-origin") || each.equals("none"))
                        .orElse(true);
    }
}
