package dev.chartroom.adapters.cel.value;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A point in time with the offset of its text. Equality ignores the offset. */
public final class Timestamp implements Comparable<Timestamp> {
    private static final Pattern RFC_3339 =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d([.,]\\d{1,9})?\\d*(Z|[+-]\\d\\d:\\d\\d)");
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private final OffsetDateTime time;

    private Timestamp(OffsetDateTime time) {
        this.time = time;
    }

    /** @throws CelFailure if it is outside of the years 1 to 9999 */
    public static Timestamp of(Instant instant) {
        return of(instant, ZoneOffset.UTC);
    }

    private static Timestamp of(Instant instant, ZoneOffset offset) {
        if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
            throw new CelFailure("timestamp overflow");
        }
        return new Timestamp(instant.atOffset(offset));
    }

    /** Parses the format {@code date} as midnight in UTC; null if the text is not a date. */
    public static @Nullable Timestamp ofDate(String text) {
        try {
            return text.length() == 10
                    ? new Timestamp(LocalDate.parse(text).atStartOfDay().atOffset(ZoneOffset.UTC))
                    : null;
        } catch (DateTimeException _) {
            return null;
        }
    }

    /** Parses a time in RFC 3339; null if the text is not such a time. */
    public static @Nullable Timestamp parse(String text) {
        try {
            return RFC_3339.matcher(text).matches()
                    ? new Timestamp(OffsetDateTime.parse(text.replace(',', '.')))
                    : null;
        } catch (DateTimeException _) {
            return null;
        }
    }

    public OffsetDateTime time() {
        return time;
    }

    public Instant instant() {
        return time.toInstant();
    }

    /** @throws CelFailure if the result is outside of the years 1 to 9999 */
    public Timestamp plus(Duration duration) {
        try {
            return of(instant().plus(duration), time.getOffset());
        } catch (DateTimeException _) {
            throw new CelFailure("timestamp overflow");
        }
    }

    @Override
    public int compareTo(Timestamp other) {
        return instant().compareTo(other.instant());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Timestamp that && instant().equals(that.instant());
    }

    @Override
    public int hashCode() {
        return instant().hashCode();
    }

    /** Returns the time in RFC 3339, with as many fractional digits as needed. */
    @Override
    public String toString() {
        String seconds = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").format(time);
        String fraction =
                time.getNano() == 0 ? "" : ("." + String.format("%09d", time.getNano())).replaceFirst("0+$", "");
        return seconds + fraction + time.getOffset().getId();
    }
}
