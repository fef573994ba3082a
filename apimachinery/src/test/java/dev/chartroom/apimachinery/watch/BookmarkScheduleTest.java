package dev.chartroom.apimachinery.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BookmarkScheduleTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @ParameterizedTest
    @CsvSource({
        "0, 0, 60",
        "0, 1000, 1060",
        "300, 0, 60",
        "300, 237, 297",
        "300, 238, 298",
        "300, 240, 298",
        "300, 298, ",
        "300, 299, ",
        "4, 0, 2",
        "2, 0, ",
        "1, 0, ",
    })
    void bookmarksAreDueEveryMinuteAndTwoSecondsBeforeTheEnd(long timeout, long now, @Nullable Long next) {
        BookmarkSchedule schedule = new BookmarkSchedule(START, Duration.ofSeconds(timeout));

        assertThat(schedule.after(START.plusSeconds(now))).isEqualTo(next == null ? null : START.plusSeconds(next));
    }
}
