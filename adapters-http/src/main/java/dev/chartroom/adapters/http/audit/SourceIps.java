package dev.chartroom.adapters.http.audit;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the addresses through which a request came, as upstream does. */
public final class SourceIps {
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern ZEROES = Pattern.compile("(?:^|:)0(?::0)+(?=:|$)");

    /** The maximum length in characters: the longest form is an IPv6 address whose end is written as IPv4. */
    private static final int MAX_ADDRESS = 45;

    private SourceIps() {}

    /**
     * Returns the addresses in order.
     *
     * @param forwardedFor the X-Forwarded-For header: parts that are not addresses are ignored
     * @param realIp the X-Real-Ip header
     * @param peer the other end of the connection; null if it is not known
     */
    public static List<String> of(String forwardedFor, String realIp, @Nullable InetAddress peer) {
        List<String> addresses = new ArrayList<>();
        for (String part : forwardedFor.split(",", -1)) {
            address(part.strip()).ifPresent(addresses::add);
        }
        address(realIp).filter(address -> !addresses.contains(address)).ifPresent(addresses::add);
        if (peer != null) {
            String address = text(peer);
            if (addresses.isEmpty() || !addresses.getLast().equals(address)) {
                addresses.add(address);
            }
        }
        return addresses;
    }

    private static Optional<String> address(String text) {
        boolean known = text.length() <= MAX_ADDRESS
                && (text.contains(":") || IPV4.matcher(text).matches());
        // The JDK would look a zone up among the system's networks. Upstream accepts no address with a zone.
        if (!known || text.contains("%")) {
            return Optional.empty();
        }
        try {
            return Optional.of(text(InetAddress.ofLiteral(text)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** Formats the address as Go does: without zone, and without the longest run of zeroes. */
    private static String text(InetAddress address) {
        String full = address.getHostAddress().replaceFirst("%.*", "");
        String longest = ZEROES.matcher(full)
                .results()
                .map(run -> run.group())
                .reduce("", (found, next) -> withoutColon(next) > withoutColon(found) ? next : found);
        if (longest.isEmpty()) {
            return full;
        }
        int start = full.indexOf(longest);
        String rest = full.substring(start + longest.length());
        return full.substring(0, start) + (rest.isEmpty() ? "::" : ":" + rest);
    }

    private static int withoutColon(String run) {
        return run.startsWith(":") ? run.length() - 1 : run.length();
    }
}
