package dev.chartroom.bootstrap.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FirstReadTest {
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.of("unread"));
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicBoolean known = new AtomicBoolean(true);
    private final FirstRead first = new FirstRead(problem::get, known::get, done::incrementAndGet);

    @Test
    void actionWaitsUntilTheProgramKnowsWhatToRead() {
        known.set(false);
        problem.set(Optional.empty());
        assertThat(first.problem()).isEmpty();
        assertThat(done).hasValue(0);

        known.set(true);
        assertThat(first.problem()).isEmpty();
        assertThat(done).hasValue(1);
    }

    @Test
    void actionRunsOnceAfterEverythingIsRead() {
        assertThat(first.problem()).contains("unread");
        assertThat(done).hasValue(0);

        problem.set(Optional.empty());
        assertThat(first.problem()).isEmpty();
        assertThat(done).hasValue(1);

        problem.set(Optional.of("lost"));
        assertThat(first.problem()).contains("lost");
        problem.set(Optional.empty());
        assertThat(first.problem()).isEmpty();
        assertThat(done).hasValue(1);
    }
}
