package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.apimachinery.go.GoText;

/** The host and port of a URL, as Go's net/url parses them. */
final class UrlHost {
    private UrlHost() {}

    static String parse(String scheme, String host) {
        int open = host.lastIndexOf('[');
        if (open > 0) {
            throw new CelFailure("invalid IP-literal");
        }
        if (open == 0) {
            return literal(host);
        }
        int colon = scheme.equals("http") || scheme.equals("https") ? host.indexOf(':') : host.lastIndexOf(':');
        if (colon >= 0) {
            requirePort(host.substring(colon));
        }
        return UrlEscapes.unescape(host, UrlEscapes.Part.HOST);
    }

    private static String literal(String host) {
        int close = host.lastIndexOf(']');
        if (close < 0) {
            throw new CelFailure("missing ']' in host");
        }
        String port = host.substring(close + 1);
        requirePort(port);
        String name = host.substring(1, close);
        int zone = name.indexOf("%25");
        String plain = zone < 0
                ? UrlEscapes.unescape(name, UrlEscapes.Part.HOST)
                : UrlEscapes.unescape(name.substring(0, zone), UrlEscapes.Part.HOST)
                        + UrlEscapes.unescape(name.substring(zone), UrlEscapes.Part.ZONE);
        IpAddressValue address;
        try {
            address = IpParser.parse(plain);
        } catch (CelFailure e) {
            throw new CelFailure("invalid host: " + e.getMessage());
        }
        if (address.isV4()) {
            throw new CelFailure("invalid IP-literal");
        }
        return "[" + plain + "]" + port;
    }

    private static void requirePort(String port) {
        if (!isPort(port)) {
            throw new CelFailure("invalid port " + GoText.quote(port) + " after host");
        }
    }

    /** @param port the port with the colon before it; an empty text is valid */
    static boolean isPort(String port) {
        return port.isEmpty()
                || (port.charAt(0) == ':' && port.substring(1).chars().allMatch(c -> c >= '0' && c <= '9'));
    }
}
