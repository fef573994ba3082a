package dev.chartroom.core.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RetryingRunnerTest {
    private static final Backoff AT_ONCE = new Backoff(Duration.ofMillis(1), 1, Duration.ofMillis(1), 0);
    private static final Backoff NEVER = new Backoff(Duration.ofDays(1), 1, Duration.ofDays(1), 0);

    private final AtomicInteger steps = new AtomicInteger();

    @Test
    void requestBeforeTheStartRunsTheStep() {
        try (RetryingRunner runner = runner(AT_ONCE, () -> steps.incrementAndGet() > 0)) {
            runner.request();
            runner.start();

            await().until(() -> steps.get() == 1);
        }
    }

    @Test
    void requestsDuringAStepCauseOneMoreStep() {
        CountDownLatch mayGoOn = new CountDownLatch(1);
        try (RetryingRunner runner = runner(NEVER, () -> {
            steps.incrementAndGet();
            mayGoOn.await();
            return true;
        })) {
            runner.start();
            runner.request();
            await().until(() -> steps.get() == 1);
            runner.request();
            runner.request();
            mayGoOn.countDown();

            await().until(() -> steps.get() == 2);
            await().during(Duration.ofMillis(100)).until(() -> steps.get() == 2);
        }
    }

    @Test
    void failedStepIsRepeatedUntilItSucceeds() {
        try (RetryingRunner runner = runner(AT_ONCE, () -> steps.incrementAndGet() == 3)) {
            runner.start();
            runner.request();

            await().until(() -> steps.get() == 3);
            await().during(Duration.ofMillis(100)).until(() -> steps.get() == 3);
        }
    }

    @Test
    void requestDoesNotWaitForABackoff() {
        try (RetryingRunner runner = runner(NEVER, () -> steps.incrementAndGet() > 1)) {
            runner.start();
            runner.request();
            await().until(() -> steps.get() == 1);
            runner.request();

            await().until(() -> steps.get() == 2);
        }
    }

    @Test
    void closeInterruptsTheStep() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        RetryingRunner runner = runner(AT_ONCE, () -> {
            steps.incrementAndGet();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return true;
        });
        runner.start();
        runner.request();
        await().until(() -> steps.get() == 1);

        runner.close();

        interrupted.await();
        assertThat(steps).hasValue(1);
    }

    private static RetryingRunner runner(Backoff retries, RetryingRunner.Step step) {
        return new RetryingRunner("steps", Duration.ZERO, retries, step);
    }
}
