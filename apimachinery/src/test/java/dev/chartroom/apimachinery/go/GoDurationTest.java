package dev.chartroom.apimachinery.go;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GoDurationTest {

    @ParameterizedTest
    @CsvSource({
        "5m, 5m0s",
        "1h30m, 1h30m0s",
        "500ms, 500ms",
        "90s, 1m30s",
        "1.5s, 1.5s",
        "0s, 0s",
        "0h0m, 0s",
        "1h, 1h0m0s",
        "100s, 1m40s",
        "0.5h, 30m0s",
        "1h0.25s, 1h0m0.25s",
        "1m1ms, 1m0.001s",
        "36h, 36h0m0s",
        "10s1m, 1m10s",
        "1000ms, 1s",
        "0.1ms, 0s",
        "2562047h, 2562047h0m0s",
    })
    void durationIsFormattedLikeGo(String text, String expected) {
        assertThat(GoDuration.parse(text)).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "m",
                "-5m",
                "+5m",
                "5 m",
                "5m ",
                "5d",
                "5us",
                "1h-30m",
                ".5s",
                "5.s",
                "1e3s",
                "5M",
                "٥m",
                "2562048h",
                "99999999999999999999999h"
            })
    void malformedDurationIsRejected(String text) {
        assertThatThrownBy(() -> GoDuration.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be a duration such as 5m or 1h30m, not \"" + text + "\"");
    }

    @Test
    void longTextIsParsed() {
        assertThat(GoDuration.parse("1ms".repeat(60_000))).hasToString("1m0s");
    }

    @Test
    void zeroIsNotPositive() {
        assertThat(GoDuration.parse("0s").isPositive()).isFalse();
        assertThat(GoDuration.parse("1ms").isPositive()).isTrue();
    }

    @RepeatedTest(200)
    void formattedDurationParsesToTheSameDuration(RepetitionInfo run) {
        long millis =
                new SplittableRandom(run.getCurrentRepetition()).nextLong(1L << (4 + run.getCurrentRepetition() % 40));
        GoDuration duration = new GoDuration(Duration.ofMillis(millis));

        assertThat(GoDuration.parse(duration.toString())).isEqualTo(duration);
    }
}
