package dev.chartroom.adapters.kubernetes.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BoundedWaitTest {
    private final CompletableFuture<String> awaited = new CompletableFuture<>();
    private final BoundedWait<String> boundedWait = new BoundedWait<>(awaited);

    @AfterEach
    void calm() {
        Thread.interrupted();
    }

    @Test
    void earlyRequestWaitsForTheValue() {
        Thread.startVirtualThread(() -> awaited.complete("there"));

        assertThat(boundedWait.await()).isTrue();
    }

    @Test
    void noRequestWaitsAfterOneHasTimedOut() {
        assertThat(boundedWait.await()).isFalse();

        assertThat(wouldWait()).isFalse();
        assertThat(boundedWait.await()).isFalse();
        awaited.complete("late");
        assertThat(boundedWait.await()).isTrue();
    }

    @Test
    void requestTimesOutAtItsDeadlineWithoutAffectingOthers() {
        assertThatThrownBy(() -> RequestDeadline.in(Duration.ofMillis(50)).during(boundedWait::await))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(ApiError.requestTimeout()));

        assertThat(wouldWait()).isTrue();
    }

    /** Returns whether a request would wait: an interrupted thread fails only if it waits. */
    private boolean wouldWait() {
        Thread.currentThread().interrupt();
        try {
            boundedWait.await();
            return false;
        } catch (ApiException _) {
            return true;
        } finally {
            Thread.interrupted();
        }
    }
}
