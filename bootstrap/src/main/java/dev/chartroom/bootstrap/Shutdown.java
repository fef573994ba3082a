package dev.chartroom.bootstrap;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets the program run until it is told to stop, and end in order. */
final class Shutdown {
    private Shutdown() {}

    /** Waits for the signal that ends the program, then closes it; the JVM waits for that. */
    static void closeWhenTold(Assembly assembly) throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            told.countDown();
            try {
                // A close that hangs must not keep the process alive for ever.
                if (!closed.await(30, TimeUnit.SECONDS)) {
                    return;
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }));
        try (assembly) {
            told.await();
        } finally {
            closed.countDown();
        }
    }
}
