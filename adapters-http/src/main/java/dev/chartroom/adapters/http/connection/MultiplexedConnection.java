package dev.chartroom.adapters.http.connection;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;

/** An HTTP/2 connection whose end, however it comes about, is told to the requests that it leaves behind. */
record MultiplexedConnection(ServerConnection connection, RequestStreams streams, Runnable onEnd)
        implements ServerConnection, InterruptableTask<Void> {

    @Override
    public void handle(Limit limit) throws InterruptedException {
        try {
            connection.handle(limit);
        } finally {
            streams.everyClientLeft();
            onEnd.run();
        }
    }

    @Override
    public Duration idleTime() {
        return connection.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
        connection.close(interrupt);
    }

    @Override
    public boolean canInterrupt() {
        return connection instanceof InterruptableTask<?> task && task.canInterrupt();
    }
}
