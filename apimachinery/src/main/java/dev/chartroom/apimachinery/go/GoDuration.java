package dev.chartroom.apimachinery.go;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A duration in Go's format: {@code 5m0s}, {@code 1h30m0s}, {@code 500ms}. Never negative here. */
public record GoDuration(Duration duration) {
    private static final Pattern TERM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h)");
    /** The maximum of Go's time.Duration, which is an int64 of nanoseconds. */
    private static final BigDecimal MAX_MILLIS = BigDecimal.valueOf(Long.MAX_VALUE / 1_000_000);

    /**
     * Parses terms of hours, minutes, seconds and milliseconds; fractions of a millisecond are dropped.
     *
     * @throws IllegalArgumentException for anything else, and for more than about 292 years
     */
    public static GoDuration parse(String text) {
        Matcher term = TERM.matcher(text);
        BigDecimal millis = BigDecimal.ZERO;
        int end = 0;
        while (end < text.length() && term.region(end, text.length()).lookingAt()) {
            millis = millis.add(new BigDecimal(term.group(1)).multiply(BigDecimal.valueOf(millis(term.group(2)))));
            end = term.end();
        }
        if (text.isEmpty() || end < text.length() || millis.compareTo(MAX_MILLIS) > 0) {
            throw new IllegalArgumentException("must be a duration such as 5m or 1h30m, not \"" + text + "\"");
        }
        return new GoDuration(Duration.ofMillis(millis.longValue()));
    }

    private static long millis(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "s" -> 1000;
            case "m" -> 60_000;
            default -> 3_600_000;
        };
    }

    public boolean isPositive() {
        return duration.isPositive();
    }

    @Override
    public String toString() {
        if (duration.isZero()) {
            return "0s";
        }
        if (duration.toMillis() < 1000) {
            return duration.toMillis() + "ms";
        }
        BigDecimal seconds = BigDecimal.valueOf(duration.toMillis() % 60_000, 3).stripTrailingZeros();
        String rest = seconds.toPlainString() + "s";
        if (duration.toMinutes() == 0) {
            return rest;
        }
        rest = duration.toMinutesPart() + "m" + rest;
        return duration.toHours() == 0 ? rest : duration.toHours() + "h" + rest;
    }
}
