package dev.chartroom.core.retry;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Repeats a change if another writer was faster, like client-go's function of that name. Each attempt reads the current
 * state again. Only a lost race is repeated: every other error ends the change.
 *
 * @param attempts the maximum number of attempts, at least 1
 * @param pause waits between two attempts
 */
public record RetryOnConflict(int attempts, Runnable pause) {

    /** Repeats a change at once. */
    public RetryOnConflict(int attempts) {
        this(attempts, () -> {});
    }

    /**
     * Makes attempts until one has a result.
     *
     * @param change makes one attempt; returns empty if another writer was faster, but never on the last attempt
     * @throws ApiException the error of an attempt, such as the Conflict of the last attempt
     */
    public <T> T run(Function<Attempt, Optional<T>> change) {
        return firstResult(change).orElseThrow();
    }

    /**
     * Makes attempts until one has a result, for writes that report a lost race as an empty result.
     *
     * @param change makes one attempt; returns empty if another writer was faster
     * @param exhausted returns the error if all attempts were lost
     * @throws ApiException the error of an attempt, or the error if all attempts were lost
     */
    public <T> T run(Supplier<Optional<T>> change, Supplier<ApiException> exhausted) {
        return firstResult(_ -> change.get()).orElseThrow(exhausted);
    }

    /**
     * Makes attempts until one succeeds, for writes that report a lost race as false.
     *
     * @param change makes one attempt; returns false if another writer was faster
     * @param exhausted returns the error if all attempts were lost
     * @throws ApiException the error of an attempt, or the error if all attempts were lost
     */
    public void runUntil(BooleanSupplier change, Supplier<ApiException> exhausted) {
        Optional<Boolean> done =
                firstResult(_ -> Optional.of(change.getAsBoolean()).filter(isDone -> isDone));
        if (done.isEmpty()) {
            throw exhausted.get();
        }
    }

    private <T> Optional<T> firstResult(Function<Attempt, Optional<T>> change) {
        for (int number = 1; number < attempts; number++) {
            Optional<T> result = change.apply(new Attempt(false));
            if (result.isPresent()) {
                return result;
            }
            pause.run();
        }
        return change.apply(new Attempt(true));
    }

    /**
     * One attempt of a change.
     *
     * @param isLast whether no other attempt follows
     */
    public record Attempt(boolean isLast) {

        /**
         * Updates or deletes an object in the state that was read.
         *
         * @return the result of the write; empty if it was a Conflict and another attempt follows
         * @throws ApiException any other error of the write, and a Conflict on the last attempt
         */
        public <T> Optional<T> write(Supplier<T> write) {
            return unlessLost(write, ApiError.Conflict.class::isInstance);
        }

        /**
         * Creates an object.
         *
         * @return the result of the write; empty if it was AlreadyExists and another attempt follows
         * @throws ApiException any other error of the write, and AlreadyExists on the last attempt
         */
        public <T> Optional<T> create(Supplier<T> write) {
            return unlessLost(write, ApiError.AlreadyExists.class::isInstance);
        }

        private <T> Optional<T> unlessLost(Supplier<T> write, Predicate<ApiError> isLost) {
            try {
                return Optional.of(write.get());
            } catch (ApiException e) {
                if (isLast || !isLost.test(e.error())) {
                    throw e;
                }
                return Optional.empty();
            }
        }
    }
}
