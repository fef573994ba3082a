package dev.chartroom.core.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.core.retry.Backoff;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that steps are taken, and are retried whatever failure occurs. */
class KindUpkeepTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final ApplicationKind redis = Kinds.redis();
    /** The events in the order in which they happen. */
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    private final AtomicInteger faults = new AtomicInteger();
    private final AtomicReference<Runnable> wake = new AtomicReference<>(() -> {});
    private volatile boolean beginningFails;

    private final KindUpkeep<String> upkeep = new KindUpkeep<>(
            new KindUpkeep.Task("test", "it fails", new Backoff(Duration.ofMillis(1), 2, Duration.ofMillis(5), 0)),
            "nothing",
            () -> this::begun);

    @AfterEach
    void stop() {
        upkeep.close();
    }

    @Test
    void upkeepThatIsWokenRunsItsNextStep() throws InterruptedException {
        assertThat(upkeep.progress(redis)).isEmpty();
        upkeep.use(List.of(redis));

        expect("begin Redis", "step");
        Awaitility.await().until(() -> upkeep.progress(redis).equals(Optional.of("1 steps")));
        wake.get().run();
        expect("step");

        upkeep.use(List.of());
        expect("close");
        assertThat(upkeep.progress(redis)).isEmpty();
    }

    @Test
    void failedStepIsRetried() throws InterruptedException {
        faults.set(3);

        upkeep.use(List.of(redis));

        expect("begin Redis", "failed", "failed", "failed", "step");
    }

    @Test
    void failedBeginIsRetried() throws InterruptedException {
        beginningFails = true;
        upkeep.use(List.of(redis));
        expect("no beginning", "no beginning");

        beginningFails = false;
        Awaitility.await().until(() -> events.contains("step"));
    }

    @Test
    void changedKindRestartsItsUpkeep() throws InterruptedException {
        upkeep.use(List.of(redis));
        expect("begin Redis", "step");

        upkeep.use(List.of(redis));
        upkeep.use(List.of(Kinds.described(redis, "declared anew")));

        expect("close", "begin Redis", "step");
    }

    private void expect(String... wanted) throws InterruptedException {
        for (String each : wanted) {
            assertThat(events.poll(10, TimeUnit.SECONDS)).isEqualTo(each);
        }
    }

    private Upkeep<String> begun(ApplicationKind kind, Runnable woken) {
        if (beginningFails) {
            events.add("no beginning");
            throw new IllegalStateException("no beginning");
        }
        wake.set(woken);
        events.add("begin " + kind.names().kind());
        return new Upkeep<>() {
            private int steps;

            @Override
            public Duration step() {
                if (faults.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    events.add("failed");
                    throw new IllegalStateException("failed");
                }
                steps++;
                events.add("step");
                return LONG;
            }

            @Override
            public String progress() {
                return steps + " steps";
            }

            @Override
            public void close() {
                events.add("close");
            }
        };
    }
}
