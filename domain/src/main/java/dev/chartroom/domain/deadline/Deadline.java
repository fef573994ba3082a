package dev.chartroom.domain.deadline;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Until when the work of a thread is of use. Nothing interrupts a thread that computes, so loops over input ask: a request
 * past its deadline ends instead of keeping a processor.
 */
public final class Deadline {
    private static final ScopedValue<Deadline> CURRENT = ScopedValue.newInstance();
    /** Turns of a loop between two looks at the clock, which takes as long as a short turn. */
    private static final int TURNS = 256;

    private final BooleanSupplier isOver;
    private int turns;

    private Deadline(BooleanSupplier isOver) {
        this.isOver = isOver;
    }

    /**
     * Does work on this thread that is of no use later.
     *
     * @param isOver whether the deadline has passed; only this thread asks
     */
    public static <T> T during(BooleanSupplier isOver, Supplier<T> work) {
        return ScopedValue.where(CURRENT, new Deadline(isOver)).call(work::get);
    }

    /**
     * To be called in each turn of a loop over input, and with each step of a recursion into it.
     *
     * @throws ApiException Timeout if the deadline of this thread has passed; it is noticed within some hundred turns
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
