package dev.chartroom.apimachinery.schema.format;

import java.util.Locale;

/** An absolute URI or an absolute path, as Go's url.ParseRequestURI parses it. */
final class Uri {
    private static final String HOST_PUNCTUATION = "-_.~!$&'()*+,;=:[]<>\"";
    private static final String USER_PUNCTUATION = "-._:~!$&'()*+,;=%@";

    private Uri() {}

    private enum Part {
        PATH,
        USER,
        HOST,
        ZONE
    }

    static boolean isRequestUri(String text) {
        if (text.isEmpty() || text.chars().anyMatch(c -> c < ' ' || c == 0x7F)) {
            return false;
        }
        if (text.equals("*")) {
            return true;
        }
        int colon = endOfScheme(text);
        if (colon == 0) {
            return false;
        }
        String scheme = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
        String rest = before(text.substring(colon + 1), "?");
        if (!rest.startsWith("/")) {
            return !scheme.isEmpty();
        }
        if (scheme.isEmpty() || !rest.startsWith("//")) {
            return isEscaped(rest, Part.PATH);
        }
        String authority = before(rest.substring(2), "/");
        return isAuthority(scheme, authority) && isEscaped(rest.substring(2 + authority.length()), Part.PATH);
    }

    private static String before(String text, String end) {
        int index = text.indexOf(end);
        return index < 0 ? text : text.substring(0, index);
    }

    /** Returns the end of the scheme; -1 if there is none, 0 if it is empty. */
    private static int endOfScheme(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ':') {
                return i;
            }
            boolean inside = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
            if (!isLetter(c) && !(inside && i > 0)) {
                return -1;
            }
        }
        return -1;
    }

    private static boolean isAuthority(String scheme, String authority) {
        int at = authority.lastIndexOf('@');
        String user = at < 0 ? "" : authority.substring(0, at);
        return isHost(scheme, authority.substring(at + 1))
                && user.chars().allMatch(c -> isLetterOrDigit(c) || USER_PUNCTUATION.indexOf(c) >= 0)
                && isEscaped(user, Part.USER);
    }

    private static boolean isHost(String scheme, String host) {
        int bracket = host.lastIndexOf('[');
        if (bracket > 0) {
            return false;
        }
        if (bracket == 0) {
            int end = host.lastIndexOf(']');
            return end > 0 && isPort(host.substring(end + 1)) && isIpLiteral(host.substring(1, end));
        }
        int colon = scheme.equals("http") || scheme.equals("https") ? host.indexOf(':') : host.lastIndexOf(':');
        return (colon < 0 || isPort(host.substring(colon))) && isEscaped(host, Part.HOST);
    }

    private static boolean isIpLiteral(String text) {
        int zone = text.indexOf("%25");
        String address = zone < 0 ? text : text.substring(0, zone);
        return IpAddressFormat.STRICT.isV6(address)
                && (zone < 0 || (text.length() > zone + 3 && isEscaped(text.substring(zone), Part.ZONE)));
    }

    private static boolean isPort(String text) {
        return text.isEmpty()
                || (text.startsWith(":") && text.substring(1).chars().allMatch(c -> c >= '0' && c <= '9'));
    }

    /**
     * Returns whether every percent sign begins an escape that is allowed in the part. In a host or a zone, all ASCII
     * characters must also be valid.
     */
    private static boolean isEscaped(String text, Part part) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                int escaped = i + 2 < text.length() ? hex(text.charAt(i + 1)) * 16 + hex(text.charAt(i + 2)) : -1;
                if (escaped < 0 || hex(text.charAt(i + 2)) < 0 || !mayEscape(escaped, part)) {
                    return false;
                }
                i += 2;
            } else if ((part == Part.HOST || part == Part.ZONE) && c < 0x80 && !isHostCharacter(c)) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayEscape(int c, Part part) {
        return switch (part) {
            case PATH, USER -> true;
            case HOST -> c >= 0x80 || c == '%';
            case ZONE -> c == '%' || c == ' ' || isHostCharacter(c);
        };
    }

    private static boolean isHostCharacter(int c) {
        return isLetterOrDigit(c) || (c < 0x80 && HOST_PUNCTUATION.indexOf(c) >= 0);
    }

    private static int hex(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isLetterOrDigit(int c) {
        return isLetter(c) || (c >= '0' && c <= '9');
    }
}
