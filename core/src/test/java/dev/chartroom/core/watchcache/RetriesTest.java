package dev.chartroom.core.watchcache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.core.retry.Backoff;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetriesTest {
    private final Retries retries =
            new Retries(new Backoff(Duration.ofMillis(100), 2, Duration.ofMillis(2500), 0), new Random());

    @Test
    void failuresMakePausesLonger() {
        assertThat(retries.afterFailure()).hasMillis(100);
        assertThat(retries.afterFailure()).hasMillis(200);
        assertThat(retries.afterFailure()).hasMillis(400);
    }

    @Test
    void storeThatAnswersAgainIsReadSoon() {
        for (int i = 0; i < 10; i++) {
            retries.afterFailure();
        }

        assertThat(retries.afterExpiry()).hasMillis(100);
        assertThat(retries.afterFailure()).hasMillis(200);
    }

    /** Each expiry makes the reflector read all objects again. */
    @Test
    void expiriesWithoutEventsMakePausesLonger() {
        assertThat(retries.afterExpiry()).hasMillis(100);
        assertThat(retries.afterExpiry()).hasMillis(200);
        retries.afterFailure();
        assertThat(retries.afterExpiry()).hasMillis(400);
    }

    @Test
    void eventsEndThePauses() {
        retries.afterFailure();
        retries.afterExpiry();

        assertThat(retries.afterEvents()).isZero();
        assertThat(retries.afterFailure()).hasMillis(100);
        retries.afterEvents();
        assertThat(retries.afterExpiry()).hasMillis(100);
    }
}
