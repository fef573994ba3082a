package dev.chartroom.adapters.http.connection;

import dev.chartroom.adapters.http.connection.frame.GracefulEnd;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.time.Duration;

/**
 * An HTTP/2 connection. However it ends, it notifies the requests that are still being served. It is never idle while
 * it has a request. Helidon would count a connection with a silent watch as idle.
 */
record MultiplexedConnection(ServerConnection connection, RequestStreams streams, GracefulEnd end, Runnable onEnd)
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
        return streams.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
        if (interrupt) {
            connection.close(true);
        } else {
            // The check for idle connections must not wait for a client that does not read.
            Thread.startVirtualThread(end::announce);
        }
    }

    @Override
    public boolean canInterrupt() {
        return connection instanceof InterruptableTask<?> task && task.canInterrupt();
    }
}
