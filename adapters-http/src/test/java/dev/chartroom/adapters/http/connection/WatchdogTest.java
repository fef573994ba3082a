package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    private final Watchdog watchdog = new Watchdog(nanos::get);
    private final Watchdog.Guard guard = watchdog.guard();

    @AfterEach
    void close() {
        watchdog.close();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void threadIsInterruptedAfterItsTime() {
        guard.begin(TIMEOUT);
        pass(TIMEOUT);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();

        pass(Duration.ofNanos(1));
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        guard.end();
    }

    @Test
    void endClearsTheInterruptOfTheWatchdog() {
        guard.begin(TIMEOUT);
        pass(TIMEOUT.plusNanos(1));
        guard.end();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();

        pass(TIMEOUT);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** The interrupt does not come from the watchdog. */
    @Test
    void endOfAWatchKeepsAnInterruptFromElsewhere() {
        guard.begin(TIMEOUT);
        Thread.currentThread().interrupt();
        guard.end();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void eachBeginRestartsTheTime() {
        guard.begin(TIMEOUT);
        pass(TIMEOUT);
        guard.end();
        guard.begin(TIMEOUT);
        pass(TIMEOUT);

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        guard.end();
    }

    @Test
    void closedGuardDoesNotInterrupt() {
        guard.begin(TIMEOUT);
        guard.close();
        pass(TIMEOUT.plusNanos(1));

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        watchdog.sweep();
    }
}
