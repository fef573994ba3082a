package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchDrainTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 10", "3, 30", "400, 4000", "401, 4000", "20000, 4000"})
    void pausesBeforeEachEnd(int watches, long millis) {
        List<Duration> pauses = new ArrayList<>();
        List<Integer> pausesBefore = new ArrayList<>();
        Runnable end = () -> pausesBefore.add(pauses.size());
        new WatchDrain(pauses::add).end(Collections.nCopies(watches, end));
        assertThat(pausesBefore)
                .isEqualTo(IntStream.rangeClosed(1, watches).boxed().toList());
        assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
                .isBetween(Duration.ofMillis(millis).minusMillis(1), Duration.ofMillis(millis));
    }
}
