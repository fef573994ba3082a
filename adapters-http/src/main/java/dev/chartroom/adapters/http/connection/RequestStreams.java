package dev.chartroom.adapters.http.connection;

import dev.chartroom.adapters.http.connection.frame.FrameWriter;
import dev.chartroom.adapters.http.connection.frame.GracefulEnd;
import dev.chartroom.adapters.http.connection.frame.RequestHead;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The requests that one HTTP/2 connection serves at the moment, by the ids of their streams. */
final class RequestStreams implements FrameWriter.ResponseListener {
    private final Map<Integer, RequestStream> streams = new ConcurrentHashMap<>();
    private final long max;
    private volatile long lastServed = System.nanoTime();

    /** @param max the maximum number of requests at a time */
    RequestStreams(long max) {
        this.max = max;
    }

    /** @param end is notified each time a request has been served */
    void serve(RequestHead head, StreamBody body, Runnable task, Executor executor, GracefulEnd end) {
        int id = head.stream();
        RequestStream stream = new RequestStream(head.refusal(), body, end::begin);
        streams.put(id, stream);
        executor.execute(() -> {
            try {
                stream.serve(task);
            } finally {
                lastServed = System.nanoTime();
                streams.remove(id);
                end.served();
            }
        });
    }

    @Override
    public void begins(int id) {
        RequestStream stream = streams.get(id);
        if (stream != null) {
            stream.responseStarted();
        }
    }

    @Override
    public void ends(int id, boolean reset) {
        RequestStream stream = streams.get(id);
        if (stream != null) {
            stream.responseEnded(reset);
        }
    }

    /** Returns the body of a request that is being served; null for any other. */
    @Nullable
    StreamBody body(int id) {
        RequestStream stream = streams.get(id);
        return stream == null ? null : stream.body();
    }

    /**
     * Records that the client of a request has left, unless the request has already been served.
     *
     * @return true if the answer has not begun
     */
    boolean clientLeft(int id) {
        RequestStream stream = streams.get(id);
        return stream != null && stream.clientLeft();
    }

    void everyClientLeft() {
        streams.values().forEach(stream -> {
            var _ = stream.clientLeft();
        });
    }

    /** Returns the time since the last request was served; zero while a request is being served. */
    Duration idleTime() {
        return isEmpty() ? Duration.ofNanos(System.nanoTime() - lastServed) : Duration.ZERO;
    }

    /** True if no other request may begin. A request whose client has left counts until it is served. */
    boolean isFull() {
        return streams.size() >= max;
    }

    boolean isEmpty() {
        return streams.isEmpty();
    }
}
