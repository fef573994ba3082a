package dev.chartroom.domain.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

final class WatchWindowTest {

    @Test
    void changesAfterAVersionAreToldOldestFirst() {
        WatchWindow<Long> window = window(10, 100, 103, 107, 109);

        assertThat(window.since(100)).containsExactly(103L, 107L, 109L);
        assertThat(window.since(103)).containsExactly(107L, 109L);
        assertThat(window.since(104)).containsExactly(107L, 109L);
        assertThat(window.since(109)).isEmpty();
        assertThat(window.since(200)).isEmpty();
    }

    @Test
    void versionBeforeTheStartIsExpired() {
        assertExpired(window(10, 100), 99, "too old resource version: 99 (100)");
        assertThat(window(10, 100).since(100)).isEmpty();
    }

    @Test
    void versionBeforeTheLastForgottenChangeIsExpired() {
        WatchWindow<Long> window = window(2, 100, 103, 107, 109);

        assertThat(window.since(103)).containsExactly(107L, 109L);
        assertExpired(window, 102, "too old resource version: 102 (103)");
        assertExpired(window, 100, "too old resource version: 100 (103)");
    }

    @RepeatedTest(50)
    void answerIsCompleteOrExpired(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        List<Long> all = new ArrayList<>();
        long version = random.nextLong(50);
        int capacity = random.nextInt(1, 20);
        WatchWindow<Long> window = new WatchWindow<>(capacity, version, Long::longValue);
        long start = version;
        for (int i = random.nextInt(60); i > 0; i--) {
            version += random.nextLong(1, 4);
            window.add(version);
            all.add(version);
        }
        for (long since = start; since <= version; since++) {
            long from = since;
            List<Long> expected = all.stream().filter(change -> change > from).toList();
            if (expected.size() <= capacity) {
                assertThat(window.since(since)).isEqualTo(expected);
            } else {
                assertThatThrownBy(() -> window.since(from)).isInstanceOf(ApiException.class);
            }
        }
    }

    private static void assertExpired(WatchWindow<Long> window, long version, String message) {
        assertThatThrownBy(() -> window.since(version))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isInstanceOf(ApiError.Expired.class))
                .hasMessage(message);
    }

    private static WatchWindow<Long> window(int capacity, long start, long... versions) {
        WatchWindow<Long> window = new WatchWindow<>(capacity, start, Long::longValue);
        for (long version : versions) {
            window.add(version);
        }
        return window;
    }
}
