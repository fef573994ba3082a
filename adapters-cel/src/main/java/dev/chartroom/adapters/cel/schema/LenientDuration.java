package dev.chartroom.adapters.cel.schema;

import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.Durations;
import dev.chartroom.adapters.cel.value.GoDurations;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The format {@code duration} as kube-openapi parses it: Go's notation, or numbers with names of units. */
final class LenientDuration {
    private static final Pattern TERM = Pattern.compile("(?<!\\d)(\\d++)\\s*+([A-Za-zµ]++)");
    private static final Map<String, Long> UNITS = Map.ofEntries(
            Map.entry("ns", 1L),
            Map.entry("nano", 1L),
            Map.entry("us", 1_000L),
            Map.entry("µs", 1_000L),
            Map.entry("micro", 1_000L),
            Map.entry("ms", 1_000_000L),
            Map.entry("milli", 1_000_000L),
            Map.entry("s", 1_000_000_000L),
            Map.entry("sec", 1_000_000_000L),
            Map.entry("m", 60_000_000_000L),
            Map.entry("min", 60_000_000_000L),
            Map.entry("h", 3_600_000_000_000L),
            Map.entry("hr", 3_600_000_000_000L),
            Map.entry("hour", 3_600_000_000_000L),
            Map.entry("d", 86_400_000_000_000L),
            Map.entry("day", 86_400_000_000_000L),
            Map.entry("w", 604_800_000_000_000L),
            Map.entry("week", 604_800_000_000_000L),
            Map.entry("wk", 604_800_000_000_000L));

    /** The maximum number of digits of an int64. Go parses each number as an int64. */
    private static final int MAX_DIGITS = 19;

    private LenientDuration() {}

    static Optional<Duration> parse(String text) {
        try {
            return GoDurations.parse(text).or(() -> words(text));
        } catch (CelFailure _) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> words(String text) {
        Matcher term = TERM.matcher(text.strip());
        BigDecimal nanos = BigDecimal.ZERO;
        boolean found = false;
        while (term.find()) {
            String unit = term.group(2).toLowerCase(Locale.ROOT);
            String number = term.group(1).replaceFirst("^0+(?=.)", "");
            Long factor = UNITS.getOrDefault(unit, UNITS.get(unit.replaceFirst("s$", "")));
            if (factor == null || number.length() > MAX_DIGITS) {
                return Optional.empty();
            }
            nanos = nanos.add(new BigDecimal(number).multiply(BigDecimal.valueOf(factor)));
            found = true;
        }
        if (!found) {
            return Optional.empty();
        }
        BigDecimal seconds = nanos.movePointLeft(9);
        return seconds.precision() - seconds.scale() > 12
                ? Optional.empty()
                : Optional.of(Durations.checked(Duration.ofSeconds(
                        seconds.setScale(0, RoundingMode.DOWN).longValueExact(),
                        nanos.remainder(BigDecimal.valueOf(1_000_000_000L)).longValueExact())));
    }
}
