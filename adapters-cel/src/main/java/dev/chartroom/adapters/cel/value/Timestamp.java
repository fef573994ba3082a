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

/** A point in time, which remembers the offset that it was written with; equality is by the point alone. */
public final class Timestamp implements Comparable<Timestamp> {
    private static final Pattern RFC_3339 =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d([.,]\\d{1,9})?\\d*(Z|[+-]\\d\\d:\\d\\d)");
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private final OffsetDateTime time;

    private Timestamp(OffsetDateTime time) {
        this.time = time;
    }

    /** @throws CelFailure where it is outside of the years 1 to 9999 */
    public static Timestamp of(Instant instant) {
        return of(instant, ZoneOffset.UTC);
    }

    private static Timestamp of(Instant instant, ZoneOffset offset) {
        if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
            throw new CelFailure("timestamp overflow");
        }
        return new Timestamp(instant.atOffset(offset));
    }

    /** Midnight, as the format {@code date} has it; null where the text is no date. */
    public static @Nullable Timestamp ofDate(String text) {
        try {
            return text.length() == 10
                    ? new Timestamp(LocalDate.parse(text).atStartOfDay().atOffset(ZoneOffset.UTC))
                    : null;
        } catch (DateTimeException _) {
            return null;
        }
    }

    /** The time of RFC 3339; null where the text is none. */
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

    /** @throws CelFailure where it leaves the years 1 to 9999 */
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

    /** RFC 3339 with as many digits of a fraction as are needed. */
    @Override
    public String toString() {
        String seconds = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").format(time);
        String fraction =
                time.getNano() == 0 ? "" : ("." + String.format("%09d", time.getNano())).replaceFirst("0+$", "");
        return seconds + fraction + time.getOffset().getId();
    }
}
