package dev.chartroom.adapters.cel.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses durations in Go's notation, such as {@code -1h30m} or {@code 1.5s}. */
public final class GoDurations {
    private static final Pattern TERM = Pattern.compile("(\\d++\\.?+\\d*+|\\.\\d++)(ns|us|µs|μs|ms|s|m|h)");
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);
    /** Go's longest duration in nanoseconds has 19 digits. Further digits of a fraction are ignored. */
    private static final int DIGITS = 19;

    private GoDurations() {}

    /** Returns the duration; empty if the text is not a duration in Go's range. */
    public static Optional<Duration> parse(String text) {
        boolean signed = text.startsWith("-") || text.startsWith("+");
        String terms = signed ? text.substring(1) : text;
        if (terms.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        Matcher term = TERM.matcher(terms);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (end < terms.length() && term.region(end, terms.length()).lookingAt()) {
            nanos = nanos.add(number(term.group(1)).multiply(BigDecimal.valueOf(nanos(term.group(2)))));
            end = term.end();
        }
        if (terms.isEmpty() || end < terms.length() || nanos.compareTo(LONGEST) > 0) {
            return Optional.empty();
        }
        long whole = nanos.setScale(0, RoundingMode.DOWN).longValueExact();
        return Optional.of(Duration.ofNanos(text.startsWith("-") ? -whole : whole));
    }

    /** Drops insignificant digits first: the time to parse digits grows faster than the number of digits. */
    private static BigDecimal number(String text) {
        int point = text.indexOf('.') < 0 ? text.length() : text.indexOf('.');
        String whole = text.substring(0, point).replaceFirst("^0+", "");
        if (whole.length() > DIGITS) {
            return LONGEST.add(BigDecimal.ONE);
        }
        String fraction = text.substring(point, Math.min(text.length(), point + 1 + DIGITS));
        return new BigDecimal("0" + whole + fraction);
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "ms" -> 1_000_000;
            case "s" -> 1_000_000_000;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> 1_000;
        };
    }
}
