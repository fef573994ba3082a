package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.apimachinery.go.GoText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Percent encoding as in Go's net/url: the part of the URL decides which characters are escaped. */
public final class UrlEscapes {
    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
    private static final String IN_PATH = UNRESERVED + "$&+,/:;=@";
    private static final String IN_HOST = UNRESERVED + "!$&'()*+,;=:[]<>\"";

    private UrlEscapes() {}

    public enum Part {
        PATH,
        USER,
        HOST,
        ZONE,
        QUERY
    }

    /** @throws CelFailure if an escape is invalid or a host contains a forbidden character */
    public static String unescape(String text, Part part) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream plain = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int c = bytes[i];
            if (c == '%') {
                int value = i + 2 < bytes.length ? hex(bytes[i + 1]) * 16 + hex(bytes[i + 2]) : -1;
                String escape = new String(bytes, i, Math.min(3, bytes.length - i), StandardCharsets.UTF_8);
                if (value < 0 || hex(bytes[i + 1]) < 0 || hex(bytes[i + 2]) < 0 || isForbidden(escape, value, part)) {
                    throw new CelFailure("invalid URL escape " + GoText.quote(escape));
                }
                plain.write(value);
                i += 2;
            } else {
                if ((part == Part.HOST || part == Part.ZONE) && c >= 0 && IN_HOST.indexOf(c) < 0) {
                    throw new CelFailure(
                            "invalid character " + GoText.quote(String.valueOf((char) c)) + " in host name");
                }
                plain.write(c == '+' && part == Part.QUERY ? ' ' : c);
            }
        }
        return plain.toString(StandardCharsets.UTF_8);
    }

    private static boolean isForbidden(String escape, int value, Part part) {
        return switch (part) {
            case HOST -> value < 0x80 && !escape.equals("%25");
            case ZONE -> !escape.equals("%25") && value != ' ' && (value >= 0x80 || IN_HOST.indexOf(value) < 0);
            case PATH, USER, QUERY -> false;
        };
    }

    private static int hex(byte digit) {
        return digit >= 0 ? Character.digit(digit, 16) : -1;
    }

    static boolean isEncodedPath(String path) {
        return path.chars().allMatch(c -> (IN_PATH + "!'()*[]%").indexOf(c) >= 0);
    }

    static String escapePath(String path) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            if (b >= 0 && IN_PATH.indexOf(b) >= 0) {
                escaped.append((char) b);
            } else {
                escaped.append(String.format("%%%02X", b & 0xff));
            }
        }
        return escaped.toString();
    }
}
