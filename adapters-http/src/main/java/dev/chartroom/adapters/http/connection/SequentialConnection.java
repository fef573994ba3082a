package dev.chartroom.adapters.http.connection;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A connection over HTTP/1.1. It also counts as idle while the headers of a request are incomplete; Helidon would wait
 * for these headers without end. It is never idle while a request is served.
 */
record SequentialConnection(
        ServerConnection connection, InputMeter input, BooleanSupplier waitsForHeaders, Runnable onEnd)
        implements ServerConnection, InterruptableTask<Void> {

    @Override
    public void handle(Limit limit) throws InterruptedException {
        try {
            input.during(() -> {
                connection.handle(limit);
                return true;
            });
        } finally {
            onEnd.run();
        }
    }

    @Override
    public Duration idleTime() {
        return canInterrupt() ? connection.idleTime() : Duration.ZERO;
    }

    @Override
    public void close(boolean interrupt) {
        connection.close(interrupt || waitsForHeaders.getAsBoolean());
    }

    @Override
    public boolean canInterrupt() {
        return waitsForHeaders.getAsBoolean()
                || (connection instanceof InterruptableTask<?> task && task.canInterrupt());
    }
}
