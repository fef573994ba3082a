package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.apimachinery.go.GoText;
import java.util.Arrays;

/** Parses IP addresses as Go's net/netip does, with its error messages. */
public final class IpParser {
    private final String input;
    private final byte[] bytes = new byte[16];

    private IpParser(String input) {
        this.input = input;
    }

    public static IpAddressValue parse(String text) {
        IpParser parser = new IpParser(text);
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '.' -> {
                    parser.parseV4(text, 0);
                    return new IpAddressValue(Arrays.copyOf(parser.bytes, 4), "");
                }
                case ':' -> {
                    return parser.parseV6();
                }
                case '%' -> throw parser.failure("missing IPv6 address", "");
                default -> {}
            }
        }
        throw parser.failure("unable to parse IP", "");
    }

    private CelFailure failure(String message, String at) {
        return new CelFailure("ParseAddr(" + GoText.quote(input) + "): " + message
                + (at.isEmpty() ? "" : " (at " + GoText.quote(at) + ")"));
    }

    private void parseV4(String text, int target) {
        int value = 0;
        int digits = 0;
        int fields = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                if (digits == 1 && value == 0) {
                    throw failure("IPv4 field has octet with leading zero", "");
                }
                value = value * 10 + c - '0';
                digits++;
                if (value > 255) {
                    throw failure("IPv4 field has value >255", "");
                }
            } else if (c == '.') {
                if (i == 0 || i == text.length() - 1 || text.charAt(i - 1) == '.') {
                    throw failure("IPv4 field must have at least one digit", text.substring(i));
                }
                if (fields == 3) {
                    throw failure("IPv4 address too long", "");
                }
                bytes[target + fields++] = (byte) value;
                value = 0;
                digits = 0;
            } else {
                throw failure("unexpected character", text.substring(i));
            }
        }
        if (fields < 3) {
            throw failure("IPv4 address too short", "");
        }
        bytes[target + 3] = (byte) value;
    }

    private IpAddressValue parseV6() {
        int percent = input.indexOf('%');
        String zone = percent < 0 ? "" : input.substring(percent + 1);
        if (percent >= 0 && zone.isEmpty()) {
            throw failure("zone must be a non-empty string", "");
        }
        String rest = percent < 0 ? input : input.substring(0, percent);
        int ellipsis = -1;
        if (rest.startsWith("::")) {
            ellipsis = 0;
            rest = rest.substring(2);
        }
        int filled = 0;
        while (filled < 16 && !(rest.isEmpty() && ellipsis == filled)) {
            int digits = hexDigits(rest);
            if (digits == 0) {
                throw failure("each colon-separated field must have at least one digit", rest);
            }
            if (digits < rest.length() && rest.charAt(digits) == '.') {
                if (ellipsis < 0 && filled != 12) {
                    throw failure("embedded IPv4 address must replace the final 2 fields of the address", rest);
                }
                if (filled + 4 > 16) {
                    throw failure("too many hex fields to fit an embedded IPv4 at the end of the address", rest);
                }
                parseV4(rest, filled);
                filled += 4;
                rest = "";
                break;
            }
            int group = Integer.parseInt(rest.substring(0, digits), 16);
            bytes[filled++] = (byte) (group >> 8);
            bytes[filled++] = (byte) group;
            rest = rest.substring(digits);
            if (rest.isEmpty()) {
                break;
            }
            rest = afterColon(rest);
            if (rest.startsWith(":")) {
                if (ellipsis >= 0) {
                    throw failure("multiple :: in address", rest);
                }
                ellipsis = filled;
                rest = rest.substring(1);
            }
        }
        if (!rest.isEmpty()) {
            throw failure("trailing garbage after address", rest);
        }
        expand(ellipsis, filled);
        return new IpAddressValue(bytes, zone);
    }

    private int hexDigits(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) < 0x80 && Character.digit(text.charAt(digits), 16) >= 0) {
            if (digits > 3) {
                throw failure("each group must have 4 or less digits", text);
            }
            digits++;
        }
        return digits;
    }

    private String afterColon(String rest) {
        if (rest.charAt(0) != ':') {
            throw failure("unexpected character, want colon", rest);
        }
        if (rest.length() == 1) {
            throw failure("colon must be followed by more characters", rest);
        }
        return rest.substring(1);
    }

    private void expand(int ellipsis, int filled) {
        if (filled == 16) {
            if (ellipsis >= 0) {
                throw failure("the :: must expand to at least one field of zeros", "");
            }
            return;
        }
        if (ellipsis < 0) {
            throw failure("address string too short", "");
        }
        int moved = filled - ellipsis;
        System.arraycopy(bytes, ellipsis, bytes, 16 - moved, moved);
        Arrays.fill(bytes, ellipsis, 16 - moved, (byte) 0);
    }
}
