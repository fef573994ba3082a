package dev.chartroom.apimachinery.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

final class WatchWindowTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void changesAfterAVersionAreReturnedOldestFirst() {
        WatchWindow<Long> window = window(10, 100, 103, 107, 109);

        assertThat(window.since(100)).containsExactly(103L, 107L, 109L);
        assertThat(window.since(103)).containsExactly(107L, 109L);
        assertThat(window.since(104)).containsExactly(107L, 109L);
        assertThat(window.since(109)).isEmpty();
        assertThat(window.since(200)).isEmpty();
    }

    @Test
    void changesOfOneVersionAreReturnedTogether() {
        WatchWindow<Long> window = window(10, 100, 103, 107, 107, 107, 109);

        assertThat(window.since(106)).containsExactly(107L, 107L, 107L, 109L);
        assertThat(window.since(107)).containsExactly(109L);
    }

    @Test
    void versionBeforeTheStartIsExpired() {
        assertExpired(window(10, 100), 99, "too old resource version: 99 (100)");
        assertThat(window(10, 100).since(100)).isEmpty();
    }

    @Test
    void versionBeforeTheLastEvictedChangeIsExpired() {
        WatchWindow<Long> window = window(2, 100, 103, 107, 109);

        assertThat(window.since(103)).containsExactly(107L, 109L);
        assertExpired(window, 102, "too old resource version: 102 (103)");
        assertExpired(window, 100, "too old resource version: 100 (103)");
    }

    @Test
    void largeChangesEvictMoreThanSmallOnes() {
        WatchWindow<Long> window = new WatchWindow<>(bounds(10), 100, Long::longValue, change -> change - 100);
        window.add(103L, NOW);
        window.add(104L, NOW);
        assertThat(window.since(100)).containsExactly(103L, 104L);

        window.add(106L, NOW);

        assertThat(window.since(103)).containsExactly(104L, 106L);
        assertExpired(window, 102, "too old resource version: 102 (103)");

        window.add(120L, NOW);

        assertThat(window.since(120)).isEmpty();
        assertExpired(window, 119, "too old resource version: 119 (120)");
    }

    @Test
    void oldChangesAreEvictedWhenTheNextOneIsAdded() {
        WatchWindow<Long> window = window(10, 100, 103);
        window.add(107L, NOW.plusSeconds(200));
        assertThat(window.since(100)).containsExactly(103L, 107L);

        window.add(109L, NOW.plusSeconds(301));

        assertThat(window.since(103)).containsExactly(107L, 109L);
        assertExpired(window, 102, "too old resource version: 102 (103)");
    }

    @RepeatedTest(50)
    void answerIsCompleteOrExpired(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        List<Long> all = new ArrayList<>();
        long version = random.nextLong(50);
        int capacity = random.nextInt(1, 20);
        WatchWindow<Long> window = new WatchWindow<>(bounds(capacity), version, Long::longValue, _ -> 1);
        long start = version;
        for (int i = random.nextInt(60); i > 0; i--) {
            version += random.nextLong(4);
            window.add(version, NOW);
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

    private static WatchWindow.Bounds bounds(long size) {
        return new WatchWindow.Bounds(size, Duration.ofMinutes(5));
    }

    private static void assertExpired(WatchWindow<Long> window, long version, String message) {
        assertThatThrownBy(() -> window.since(version))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isInstanceOf(ApiError.Expired.class))
                .hasMessage(message);
    }

    private static WatchWindow<Long> window(int capacity, long start, long... versions) {
        WatchWindow<Long> window = new WatchWindow<>(bounds(capacity), start, Long::longValue, _ -> 1);
        for (long version : versions) {
            window.add(version, NOW);
        }
        return window;
    }
}
