package dev.chartroom.apimachinery.go;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;

/** Parses RFC 3339 like Go's time.Parse, with the same error messages. */
public final class GoTime {
    /** Go's zero time, which stands for an absent time. */
    public static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");

    private static final String LAYOUT = "2006-01-02T15:04:05Z07:00";
    private static final int SECONDS_PER_MINUTE = 60;

    private final String text;
    private int at;

    private GoTime(String text) {
        this.text = text;
    }

    /**
     * Returns the time, in whole seconds.
     *
     * @throws IllegalArgumentException with Go's message
     */
    public static Instant parse(String text) {
        return new GoTime(text).parse();
    }

    private Instant parse() {
        int year = number(4, 4, "2006");
        literal("-");
        int month = number(2, 2, "01");
        inRange(month, 1, 12, "month");
        literal("-");
        int day = number(2, 2, "02");
        literal("T");
        int hour = number(1, 2, "15");
        inRange(hour, 0, 23, "hour");
        literal(":");
        int minute = number(2, 2, "04");
        inRange(minute, 0, 59, "minute");
        literal(":");
        int second = number(2, 2, "05");
        inRange(second, 0, 59, "second");
        skipFraction();
        int offset = offset();
        if (at < text.length()) {
            throw problem(": extra text: " + quote(rest()));
        }
        try {
            return LocalDateTime.of(year, month, day, hour, minute, second)
                    .toInstant(ZoneOffset.UTC)
                    .minusSeconds((long) offset * SECONDS_PER_MINUTE);
        } catch (DateTimeException _) {
            throw problem(": day out of range");
        }
    }

    /** Returns the offset in minutes. */
    private int offset() {
        if (rest().startsWith("Z")) {
            at++;
            return 0;
        }
        String rest = rest();
        if (!rest.matches("(?s)[-+][0-9]{2}:[0-9]{2}.*")) {
            throw cannotParse(rest, "Z07:00");
        }
        at += 6;
        int hours = Integer.parseInt(rest.substring(1, 3));
        int minutes = Integer.parseInt(rest.substring(4, 6));
        inRange(hours, 0, 24, "time zone offset hour");
        inRange(minutes, 0, 60, "time zone offset minute");
        return (rest.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
    }

    private int number(int min, int max, String element) {
        int end = at;
        while (end < text.length() && end - at < max && isDigit(end)) {
            end++;
        }
        if (end - at < min) {
            throw cannotParse(rest(), element);
        }
        int number = Integer.parseInt(text.substring(at, end));
        at = end;
        return number;
    }

    private void skipFraction() {
        if (at + 1 < text.length() && (text.charAt(at) == '.' || text.charAt(at) == ',') && isDigit(at + 1)) {
            at++;
            while (at < text.length() && isDigit(at)) {
                at++;
            }
        }
    }

    private void literal(String expected) {
        if (!rest().startsWith(expected)) {
            throw cannotParse(rest(), expected);
        }
        at++;
    }

    private void inRange(int number, int least, int most, String what) {
        if (number < least || number > most) {
            throw problem(": " + what + " out of range");
        }
    }

    private boolean isDigit(int index) {
        return text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private String rest() {
        return text.substring(at);
    }

    private IllegalArgumentException cannotParse(String rest, String element) {
        return problem(" as " + quote(LAYOUT) + ": cannot parse " + quote(rest) + " as " + quote(element));
    }

    private IllegalArgumentException problem(String what) {
        return new IllegalArgumentException("parsing time " + quote(text) + what);
    }

    /** Quotes a text; control characters and non-ASCII characters become escaped bytes. */
    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b == '"' || b == '\\') {
                quoted.append('\\').append((char) b);
            } else if (b < ' ') {
                quoted.append("\\x").append(HexFormat.of().toHexDigits(b));
            } else {
                quoted.append((char) b);
            }
        }
        return quoted.append('"').toString();
    }
}
