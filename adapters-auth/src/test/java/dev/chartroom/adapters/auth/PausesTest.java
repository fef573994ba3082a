package dev.chartroom.adapters.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.retry.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PausesTest {
    private final List<Duration> slept = new ArrayList<>();
    private final Pauses pauses =
            new Pauses(new Backoff(Duration.ofSeconds(5), 2, Duration.ofMinutes(1), 0), slept::add);

    @Test
    void pauseIsTheLongerOfBackoffAndRequestedDelay() throws InterruptedException {
        pauses.pause(2);
        pauses.pause(1, Duration.ofSeconds(7));

        assertThat(slept).containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(7));
    }

    @Test
    void pauseEndsAtTheDeadlineOfTheRequest() {
        RequestDeadline.in(Duration.ofSeconds(2)).during(this::paused);
        assertThat(slept).singleElement().satisfies(delay -> assertThat(delay).isLessThan(Duration.ofSeconds(3)));
        assertThatThrownBy(() -> RequestDeadline.in(Duration.ZERO).during(this::paused))
                .isInstanceOf(ApiException.class);
    }

    private boolean paused() {
        try {
            pauses.pause(1);
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
