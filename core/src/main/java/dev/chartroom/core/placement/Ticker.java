package dev.chartroom.core.placement;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Duration;

/** A monotonic clock, and pauses measured by it. */
interface Ticker {
    Ticker SYSTEM = new Ticker() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void pause(Duration time) {
            try {
                Thread.sleep(time);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new ApiException(ApiError.unavailable("interrupted"));
            }
        }
    };

    long nanoTime();

    /** @throws ApiException ServiceUnavailable if the thread is interrupted */
    void pause(Duration time);

    /** Returns the time since an earlier value of this clock. */
    default Duration since(long nanoTime) {
        return Duration.ofNanos(nanoTime() - nanoTime);
    }
}
