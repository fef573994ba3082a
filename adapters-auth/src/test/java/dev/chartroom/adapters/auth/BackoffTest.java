package dev.chartroom.adapters.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.deadline.RequestDeadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final List<Duration> slept = new ArrayList<>();

    @Test
    void delayGrowsByTheFactorUpToTheLongest() throws InterruptedException {
        Backoff backoff = new Backoff(Duration.ofMillis(100), 2, 0, Duration.ofMillis(500), slept::add);
        for (int failures = 1; failures <= 5; failures++) {
            backoff.pause(failures);
        }
        assertThat(slept.stream().map(Duration::toMillis)).containsExactly(100L, 200L, 400L, 500L, 500L);
    }

    @Test
    void delayStaysAtTheLongestHoweverManyFailures() throws InterruptedException {
        new Backoff(Duration.ofMillis(100), 2, 0, Duration.ofSeconds(30), slept::add).pause(Integer.MAX_VALUE);
        assertThat(slept).containsExactly(Duration.ofSeconds(30));
    }

    @Test
    void jitterOnlyAdds() throws InterruptedException {
        Backoff backoff = new Backoff(Duration.ofSeconds(1), 1, 0.2, Duration.ofSeconds(30), slept::add);
        for (int i = 0; i < 200; i++) {
            backoff.pause(1);
        }
        assertThat(slept)
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofSeconds(1), Duration.ofMillis(1200)));
        assertThat(slept.stream().distinct().count()).isGreaterThan(1);
    }

    @Test
    void aRequestWaitsNoLongerThanUntilItsDeadline() {
        Backoff backoff = new Backoff(Duration.ofSeconds(5), 1, 0, Duration.ofSeconds(5), slept::add);
        RequestDeadline.in(Duration.ofSeconds(2)).during(() -> paused(backoff));
        assertThat(slept).singleElement().satisfies(delay -> assertThat(delay).isLessThan(Duration.ofSeconds(3)));
        assertThatThrownBy(() -> RequestDeadline.in(Duration.ZERO).during(() -> paused(backoff)))
                .isInstanceOf(ApiException.class);
    }

    private static boolean paused(Backoff backoff) {
        try {
            backoff.pause(1);
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void askedDelayIsKeptUpToTheLongest() throws InterruptedException {
        Backoff backoff = new Backoff(Duration.ofMillis(100), 2, 0, Duration.ofSeconds(5), slept::add);
        backoff.pause(1, Duration.ofSeconds(3));
        backoff.pause(1, Duration.ofHours(1));
        assertThat(slept).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(5));
    }
}
