package dev.chartroom.adapters.http.connection;

import dev.chartroom.adapters.http.connection.frame.GracefulEnd;
import dev.chartroom.adapters.http.connection.frame.RequestHead;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** Wraps another executor. Each task is the request that the connection has just read. */
final class StreamExecutor extends AbstractExecutorService {
    private final ExecutorService executor;
    private final RequestStreams streams;
    private final Supplier<RequestHead> lastRequest;
    private final Function<RequestHead, StreamBody> bodies;
    private final GracefulEnd end;
    private final long agesAt;
    private boolean aged;

    /**
     * @param lastRequest the head of the request that was read last
     * @param agesAt the time of {@link System#nanoTime} from which on a request lets the client change to another
     *     connection
     */
    StreamExecutor(
            ExecutorService executor,
            RequestStreams streams,
            Supplier<RequestHead> lastRequest,
            Function<RequestHead, StreamBody> bodies,
            GracefulEnd end,
            long agesAt) {
        this.executor = executor;
        this.streams = streams;
        this.lastRequest = lastRequest;
        this.bodies = bodies;
        this.end = end;
        this.agesAt = agesAt;
    }

    @Override
    public void execute(Runnable task) {
        RequestHead head = lastRequest.get();
        streams.serve(head, bodies.apply(head), task, executor, end);
        if (!aged && System.nanoTime() - agesAt >= 0) {
            aged = true;
            // The connection must not wait for a client that does not read.
            Thread.startVirtualThread(end::announce);
        }
    }

    @Override
    public void shutdown() {
        executor.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return executor.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return executor.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return executor.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return executor.awaitTermination(timeout, unit);
    }
}
