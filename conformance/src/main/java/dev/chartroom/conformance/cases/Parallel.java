package dev.chartroom.conformance.cases;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs several cases at a time. Most of a case is waiting, but a small machine must keep up with the requests. */
public final class Parallel {
    /** The number of inputs that are worked on at the same time. */
    public static final int AT_A_TIME = 8;

    private Parallel() {}

    /** Runs {@code work} for each input. */
    public static <T> void each(Collection<T> inputs, Consumer<T> work) {
        map(inputs, input -> {
            work.accept(input);
            return input;
        });
    }

    /**
     * Returns the result of {@code work} for each input, in their order.
     *
     * @throws RuntimeException the failure of {@code work} for one of them
     */
    public static <T, R> List<R> map(Collection<T> inputs, Function<T, R> work) {
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_A_TIME, Thread.ofVirtual().factory())) {
            List<Future<R>> futures = new ArrayList<>();
            for (T input : inputs) {
                futures.add(threads.submit(() -> work.apply(input)));
            }
            List<R> results = new ArrayList<>();
            for (Future<R> future : futures) {
                results.add(result(future));
            }
            return results;
        }
    }

    private static <R> R result(Future<R> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(String.valueOf(e.getCause()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
