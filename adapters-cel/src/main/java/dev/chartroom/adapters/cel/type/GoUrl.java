package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.apimachinery.go.GoText;
import java.util.Locale;

/**
 * A URL as Go's net/url parses it, which accepts more than java.net.URI.
 *
 * @param user the user information with the {@code @} behind it; empty if there is none
 * @param query the query with the {@code ?} before it; empty if there is none
 * @param fragment the fragment with the {@code #} before it; empty if there is none
 */
public record GoUrl(String scheme, String opaque, String user, String host, String path, String query, String fragment)
        implements OpaqueValue {
    private static final TypeValue TYPE = new TypeValue("kubernetes.URL");

    @Override
    public TypeValue type() {
        return TYPE;
    }

    /**
     * Parses an absolute URL or an absolute path, like the format {@code uri}.
     *
     * @throws CelFailure if the text is neither; the message is Go's
     */
    public static GoUrl parse(String text) {
        try {
            // The text must also be valid if its fragment is read as a part of the path or the query.
            read(text, "");
            int hash = text.indexOf('#');
            return hash < 0 ? read(text, "") : read(text.substring(0, hash), text.substring(hash));
        } catch (CelFailure e) {
            throw new CelFailure("parse " + GoText.quote(text) + ": " + e.getMessage());
        }
    }

    private static GoUrl read(String text, String fragment) {
        if (text.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
            throw new CelFailure("net/url: invalid control character in URL");
        }
        if (text.isEmpty()) {
            throw new CelFailure("empty url");
        }
        if (text.equals("*")) {
            return new GoUrl("", "", "", "", "*", "", fragment);
        }
        int colon = schemeEnd(text);
        String scheme = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
        String rest = text.substring(colon + 1);
        int mark = rest.indexOf('?');
        String query = mark < 0 ? "" : rest.substring(mark);
        rest = mark < 0 ? rest : rest.substring(0, mark);
        if (!rest.startsWith("/")) {
            if (scheme.isEmpty()) {
                throw new CelFailure("invalid URI for request");
            }
            return new GoUrl(scheme, rest, "", "", "", query, fragment);
        }
        String user = "";
        String host = "";
        if (!scheme.isEmpty() && rest.startsWith("//")) {
            int slash = rest.indexOf('/', 2);
            String authority = rest.substring(2, slash < 0 ? rest.length() : slash);
            rest = slash < 0 ? "" : rest.substring(slash);
            int at = authority.lastIndexOf('@');
            host = UrlHost.parse(scheme, authority.substring(at + 1));
            user = user(authority.substring(0, at + 1));
        }
        UrlEscapes.unescape(rest, UrlEscapes.Part.PATH);
        return new GoUrl(scheme, "", user, host, rest, query, fragment);
    }

    private static int schemeEnd(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ':') {
                if (i == 0) {
                    throw new CelFailure("missing protocol scheme");
                }
                return i;
            }
            boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
            boolean other = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
            if (!letter && !(other && i > 0)) {
                return -1;
            }
        }
        return -1;
    }

    private static String user(String user) {
        if (!user.isEmpty()) {
            String name = user.substring(0, user.length() - 1);
            if (!name.matches("[A-Za-z0-9\\-._:~!$&'()*+,;=%@]*")) {
                throw new CelFailure("net/url: invalid userinfo");
            }
            UrlEscapes.unescape(name, UrlEscapes.Part.USER);
        }
        return user;
    }

    public String hostname() {
        String name = portStart() < 0 ? host : host.substring(0, portStart());
        return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
    }

    public String port() {
        return portStart() < 0 ? "" : host.substring(portStart() + 1);
    }

    private int portStart() {
        int colon = host.lastIndexOf(':');
        return colon >= 0 && UrlHost.isPort(host.substring(colon)) ? colon : -1;
    }

    public String escapedPath() {
        return UrlEscapes.isEncodedPath(path)
                ? path
                : UrlEscapes.escapePath(UrlEscapes.unescape(path, UrlEscapes.Part.PATH));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(scheme.isEmpty() ? "" : scheme + ":");
        if (opaque.isEmpty()) {
            text.append(scheme.isEmpty() || (host.isEmpty() && user.isEmpty()) ? "" : "//")
                    .append(user)
                    .append(host)
                    .append(escapedPath());
        } else {
            text.append(opaque);
        }
        return text.append(query).append(fragment).toString();
    }
}
