package dev.chartroom.apimachinery.deadline;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The deadline of the work on a thread. Nothing interrupts a computing thread. So loops over input call {@link #check}.
 * A request past its deadline then ends instead of occupying a processor.
 */
public final class Deadline {
    private static final ScopedValue<Deadline> CURRENT = ScopedValue.newInstance();
    /** The number of calls between two checks of the clock. A check of the clock takes as long as a short loop turn. */
    private static final int TURNS = 256;

    private final BooleanSupplier isOver;
    private int turns;

    private Deadline(BooleanSupplier isOver) {
        this.isOver = isOver;
    }

    /**
     * Runs work on this thread under a deadline.
     *
     * @param isOver returns whether the deadline has passed; only this thread calls it
     */
    public static <T> T during(BooleanSupplier isOver, Supplier<T> work) {
        return ScopedValue.where(CURRENT, new Deadline(isOver)).call(work::get);
    }

    /**
     * Must be called in each turn of a loop over input, and in each step of a recursion into input.
     *
     * @throws ApiException Timeout if the deadline of this thread has passed; one of the next 256 calls detects this
     */
    public static void check() {
        if (CURRENT.isBound()) {
            CURRENT.get().turn();
        }
    }

    private void turn() {
        if (++turns % TURNS == 0 && isOver.getAsBoolean()) {
            throw new ApiException(ApiError.requestTimeout());
        }
    }
}
