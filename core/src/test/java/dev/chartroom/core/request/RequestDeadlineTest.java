package dev.chartroom.core.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Wire contract I6. */
class RequestDeadlineTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final RequestDeadline deadline = RequestDeadline.in(Duration.ofSeconds(60), now::get);

    @Test
    void limitIsTheRemainingTimeIfThatIsShorter() {
        assertThat(deadline.remainingUpTo(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(10));

        pass(Duration.ofSeconds(55));
        assertThat(deadline.remainingUpTo(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(5));

        pass(Duration.ofSeconds(5).minusNanos(1));
        assertThat(deadline.left()).contains(Duration.ofMillis(1));

        pass(Duration.ofNanos(1));
        assertThat(deadline.isOver()).isTrue();
        assertTimeout(() -> deadline.remainingUpTo(Duration.ofSeconds(10)));
    }

    @Test
    void failureAfterTheDeadlineIsATimeout() {
        assertThatThrownBy(() -> deadline.during(RequestDeadlineTest::fail)).hasMessage("no");

        pass(Duration.ofMinutes(1));
        assertTimeout(() -> deadline.during(RequestDeadlineTest::fail));
    }

    @Test
    void deadlineAppliesToTheThreadOfItsRequestOnly() {
        assertThat(RequestDeadline.current()).isSameAs(RequestDeadline.NONE);
        assertThat(deadline.during(RequestDeadline::current)).isSameAs(deadline);
        CompletableFuture<RequestDeadline> ofAnother = new CompletableFuture<>();
        deadline.during(() -> Thread.startVirtualThread(() -> ofAnother.complete(RequestDeadline.current())));
        assertThat(ofAnother.join()).isSameAs(RequestDeadline.NONE);
    }

    @Test
    void noDeadlineNeverExpires() {
        assertThat(RequestDeadline.NONE.left()).isEmpty();
        assertThat(RequestDeadline.NONE.isOver()).isFalse();
        assertThat(RequestDeadline.NONE.remainingUpTo(Duration.ofDays(1))).isEqualTo(Duration.ofDays(1));
        assertThatThrownBy(() -> RequestDeadline.NONE.during(RequestDeadlineTest::fail))
                .hasMessage("no");
    }

    private static boolean fail() {
        throw ApiException.badRequest("no");
    }

    private static void assertTimeout(Supplier<?> late) {
        assertThatThrownBy(late::get)
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(ApiError.requestTimeout()));
    }

    private void pass(Duration duration) {
        now.addAndGet(duration.toNanos());
    }
}
