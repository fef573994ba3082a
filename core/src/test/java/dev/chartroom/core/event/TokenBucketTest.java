package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final Instant NOW = TestEvents.NOW;
    private static final Duration INTERVAL = Duration.ofMinutes(5);

    private final TokenBucket bucket = new TokenBucket(3, INTERVAL);

    @Test
    void burstIsFollowedByOneTokenPerInterval() {
        assertThat(taken(NOW)).isEqualTo(3);
        assertThat(bucket.untilNext(NOW)).isEqualTo(INTERVAL);

        assertThat(taken(NOW.plus(INTERVAL).minusMillis(1))).isZero();
        assertThat(bucket.untilNext(NOW.plus(INTERVAL).minusMillis(1))).isEqualTo(Duration.ofMillis(1));
        assertThat(taken(NOW.plus(INTERVAL))).isEqualTo(1);
        assertThat(taken(NOW.plus(INTERVAL.multipliedBy(3)))).isEqualTo(2);
    }

    @Test
    void idleBucketHasNoMoreThanTheBurst() {
        taken(NOW);

        assertThat(taken(NOW.plus(Duration.ofDays(1)))).isEqualTo(3);
    }

    @Test
    void clockThatIsSetBackEmptiesTheBucketAtMost() {
        taken(NOW);
        Instant earlier = NOW.minus(Duration.ofDays(1));

        assertThat(bucket.untilNext(earlier)).isEqualTo(INTERVAL);
        assertThat(taken(earlier.plus(INTERVAL))).isZero();
    }

    private int taken(Instant now) {
        int taken = 0;
        while (bucket.take(now)) {
            taken++;
        }
        return taken;
    }
}
