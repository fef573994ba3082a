package dev.chartroom.adapters.kubernetes.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.deadline.RequestDeadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private final CompletableFuture<String> awaited = new CompletableFuture<>();
    private final Patience<String> patience = new Patience<>(awaited);

    @AfterEach
    void calm() {
        Thread.interrupted();
    }

    @Test
    void earlyRequestWaitsForTheValue() {
        Thread.startVirtualThread(() -> awaited.complete("there"));

        assertThat(patience.isRewarded()).isTrue();
    }

    @Test
    void noRequestWaitsAfterOneHasTimedOut() {
        assertThat(patience.isRewarded()).isFalse();

        assertThat(wouldWait()).isFalse();
        assertThat(patience.isRewarded()).isFalse();
        awaited.complete("late");
        assertThat(patience.isRewarded()).isTrue();
    }

    @Test
    void requestTimesOutAtItsDeadlineWithoutAffectingOthers() {
        assertThatThrownBy(() -> RequestDeadline.in(Duration.ofMillis(50)).during(patience::isRewarded))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(ApiError.requestTimeout()));

        assertThat(wouldWait()).isTrue();
    }

    /** Returns whether a request would wait: an interrupted thread fails only if it waits. */
    private boolean wouldWait() {
        Thread.currentThread().interrupt();
        try {
            patience.isRewarded();
            return false;
        } catch (ApiException _) {
            return true;
        } finally {
            Thread.interrupted();
        }
    }
}
