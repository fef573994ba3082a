package dev.chartroom.apimachinery.schema.format;

import java.util.regex.Pattern;

/** Names and addresses of hosts and networks. */
final class Network {
    private static final String LETTER = "[a-zA-Z0-9\\p{S}\\p{L}]";
    private static final String LETTER_OR_HYPHEN = "[a-zA-Z0-9\\-\\p{S}\\p{L}]";
    private static final Pattern HOSTNAME = Pattern.compile("(" + LETTER + "((-?" + LETTER + "{0,62})?)|(" + LETTER
            + "((" + LETTER_OR_HYPHEN + "{0,61}" + LETTER + ")?)(\\.))+([a-zA-Z\\p{L}]){2,63})");
    private static final Pattern MAC =
            Pattern.compile("X(:X){5}|X(:X){7}|X(:X){19}|X(-X){5}|X(-X){7}|X(-X){19}".replace("X", "[0-9a-fA-F]{2}"));
    private static final Pattern DOTTED_MAC =
            Pattern.compile("X(\\.X){2}|X(\\.X){3}|X(\\.X){9}".replace("X", "[0-9a-fA-F]{4}"));
    private static final Pattern PLAIN_MAC = Pattern.compile("[0-9a-fA-F]{12}|[0-9a-fA-F]{16}|[0-9a-fA-F]{40}");

    private Network() {}

    static boolean isHostname(String text) {
        if (text.length() > 255 || StringFormat.bytes(text) > 255) {
            return false;
        }
        for (String label : text.split("\\.", -1)) {
            if (StringFormat.bytes(label) > 63) {
                return false;
            }
        }
        return HOSTNAME.matcher(text).matches();
    }

    /** As upstream, also accepts an IPv6 address that ends in an IPv4 address, and numbers with leading zeros. */
    static boolean isIpv4(String text) {
        return text.contains(".") && IpAddressFormat.LENIENT.isAddress(text);
    }

    static boolean isIpv6(String text) {
        return text.contains(":") && IpAddressFormat.STRICT.isAddress(text);
    }

    static boolean isCidr(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return false;
        }
        String address = text.substring(0, slash);
        String size = text.substring(slash + 1);
        return (IpAddressFormat.LENIENT.isV4(address) && IpAddressFormat.isNumber(size, 32))
                || (IpAddressFormat.LENIENT.isV6(address) && IpAddressFormat.isNumber(size, 128));
    }

    static boolean isMac(String text) {
        return MAC.matcher(text).matches()
                || DOTTED_MAC.matcher(text).matches()
                || PLAIN_MAC.matcher(text).matches();
    }
}
