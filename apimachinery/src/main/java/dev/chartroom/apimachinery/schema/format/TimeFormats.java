package dev.chartroom.apimachinery.schema.format;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates and durations. */
final class TimeFormats {
    private static final Pattern DATE = Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})");
    private static final Pattern TIME =
            Pattern.compile("([0-9]{2}):([0-9]{2}):([0-9]{2})([^\n][0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))");
    private static final Pattern GO_PART =
            Pattern.compile("\\G(?:([0-9]+)(?:\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)");
    private static final Pattern WORDY_PART = Pattern.compile("(?<![0-9])([0-9]++)[\\t\\n\\f\\r ]*+([A-Za-zµ]+)");
    private static final List<String> UNITS = List.of("ns", "us", "µs", "ms", "s", "m", "h", "hr", "d", "w", "wk");
    private static final List<String> BEGINNINGS =
            List.of("nano", "micro", "milli", "sec", "min", "hour", "day", "week");

    private TimeFormats() {}

    static boolean isDate(String text) {
        Matcher date = DATE.matcher(text);
        try {
            return date.matches()
                    && LocalDate.of(
                                    Integer.parseInt(date.group(1)),
                                    Integer.parseInt(date.group(2)),
                                    Integer.parseInt(date.group(3)))
                            != null;
        } catch (DateTimeException _) {
            return false;
        }
    }

    /** Checks a time of RFC 3339, but ignores text after a second T and rejects leap seconds. */
    static boolean isDateTime(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split("t", -1);
        if (parts.length < 2 || !isDate(parts[0])) {
            return false;
        }
        Matcher time = TIME.matcher(parts[1]);
        return time.matches()
                && time.group(1).compareTo("23") <= 0
                && time.group(2).compareTo("59") <= 0
                && time.group(3).compareTo("59") <= 0;
    }

    /** Accepts the durations of Go's time.ParseDuration, and any text that contains a number with a unit. */
    static boolean isDuration(String text) {
        return isGoDuration(text) || isWordyDuration(text);
    }

    private static boolean isGoDuration(String text) {
        String unsigned = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (unsigned.equals("0")) {
            return true;
        }
        Matcher part = GO_PART.matcher(unsigned);
        int end = 0;
        while (part.find()) {
            if (part.group(1) != null && !isLong(part.group(1))) {
                return false;
            }
            end = part.end();
        }
        return end > 0 && end == unsigned.length();
    }

    private static boolean isWordyDuration(String text) {
        Matcher part = WORDY_PART.matcher(text);
        boolean found = false;
        while (part.find()) {
            if (!isLong(part.group(1))) {
                return false;
            }
            String unit = part.group(2).toLowerCase(Locale.ROOT);
            found |= UNITS.contains(unit) || BEGINNINGS.stream().anyMatch(unit::startsWith);
        }
        return found;
    }

    private static boolean isLong(String digits) {
        try {
            Long.parseLong(digits);
            return true;
        } catch (NumberFormatException _) {
            return false;
        }
    }
}
