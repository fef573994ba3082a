package dev.chartroom.ports.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.deadline.RequestDeadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JoinedCallsTest {
    private final JoinedCalls<String, Integer> calls = new JoinedCalls<>();
    private final AtomicInteger begun = new AtomicInteger();

    @Test
    void whoAsksWhileACallRunsJoinsTheNextOne() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Void> release = new CompletableFuture<>();
        Supplier<Integer> slow = () -> {
            int number = begun.incrementAndGet();
            running.countDown();
            release.join();
            return number;
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> first = threads.submit(() -> calls.answer("q", slow));
            running.await();
            List<Thread> waiting = new ArrayList<>();
            List<CompletableFuture<Integer>> later = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                CompletableFuture<Integer> answer = new CompletableFuture<>();
                later.add(answer);
                waiting.add(Thread.startVirtualThread(() -> answer.complete(calls.answer("q", slow))));
            }
            await().until(() -> waiting.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
            assertThat(begun).hasValue(1);

            release.complete(null);

            assertThat(first.get()).isEqualTo(1);
            assertThat(later.stream().map(CompletableFuture::join)).containsOnly(2);
        }
        assertThat(calls.answer("q", begun::incrementAndGet)).isEqualTo(3);
    }

    @Test
    void questionsDoNotWaitForEachOther() throws Exception {
        CompletableFuture<Integer> release = new CompletableFuture<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> stuck = threads.submit(() -> calls.answer("a", release::join));

            assertThat(calls.answer("b", () -> 7)).isEqualTo(7);

            release.complete(5);
            assertThat(stuck.get()).isEqualTo(5);
        }
    }

    @Test
    void whoHasNoMoreTimeLeavesTheCallToTheOthers() throws Exception {
        CompletableFuture<Integer> release = new CompletableFuture<>();
        CountDownLatch running = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> hasty = threads.submit(() -> RequestDeadline.in(Duration.ofMillis(50))
                    .during(() -> calls.answer("q", () -> {
                        running.countDown();
                        return release.join();
                    })));
            running.await();
            CompletableFuture<Integer> next = new CompletableFuture<>();
            Thread waiting = Thread.startVirtualThread(() -> next.complete(calls.answer("q", begun::incrementAndGet)));
            await().until(() -> waiting.getState() == Thread.State.WAITING);

            assertThatThrownBy(hasty::get).hasCauseInstanceOf(ApiException.class);
            assertThat(begun).hasValue(0);

            release.complete(5);
            assertThat(next.get()).isEqualTo(1);
        }
    }

    @Test
    void aFailureIsToldAndForgotten() {
        assertThatThrownBy(() -> calls.answer("q", () -> {
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");
        assertThat(calls.answer("q", () -> 1)).isEqualTo(1);
    }
}
