package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.time.SteppedClock;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObjectBudgetsTest {
    private final SteppedClock clock = new SteppedClock(TestEvents.NOW);
    private final ObjectBudgets budgets = new ObjectBudgets(clock);

    @Test
    void eachApplicationHasItsOwnLimit() {
        assertThat(taken("a")).isEqualTo(ObjectBudgets.BURST);
        assertThat(taken("b")).isEqualTo(ObjectBudgets.BURST);

        clock.advance(ObjectBudgets.INTERVAL);
        assertThat(taken("a")).isEqualTo(1);
    }

    @Test
    void applicationThatWasNotUsedForLongIsForgottenFirst() {
        taken("a");
        taken("b");
        IntStream.range(0, ObjectBudgets.MAX_OBJECTS - 2).forEach(number -> budgets.take(application("n" + number)));
        assertThat(taken("a")).isZero();

        budgets.take(application("one more"));

        assertThat(taken("a")).isZero();
        assertThat(taken("b")).isEqualTo(ObjectBudgets.BURST);
    }

    private int taken(String uid) {
        int taken = 0;
        while (budgets.take(application(uid))) {
            taken++;
        }
        return taken;
    }

    private static EventSubject application(String uid) {
        return new EventSubject("apps.example.com/v1", "Redis", TestEvents.NAMESPACE, "cart", uid);
    }
}
