package dev.chartroom.bootstrap.assembly;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs the program until it gets a signal to stop, and ends it in order. */
public final class Shutdown {
    private Shutdown() {}

    /** Waits for the signal to stop, then closes the program. The JVM waits for the close. */
    public static void closeOnSignal(Assembly assembly) throws InterruptedException {
        CountDownLatch signalled = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            signalled.countDown();
            try {
                // A close that hangs must not keep the process running forever.
                if (!closed.await(30, TimeUnit.SECONDS)) {
                    return;
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }));
        try (assembly) {
            signalled.await();
        } finally {
            closed.countDown();
        }
    }
}
