package dev.chartroom.adapters.http.connection;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The requests that one HTTP/2 connection is being asked at the moment, by the ids of their streams. */
final class RequestStreams {
    private final Map<Integer, RequestStream> streams = new ConcurrentHashMap<>();

    /** @param end of the connection, which is told of each that was served */
    void serve(int id, Runnable task, Executor executor, GracefulEnd end) {
        RequestStream stream = new RequestStream(end::begin);
        streams.put(id, stream);
        executor.execute(() -> {
            try {
                stream.serve(task);
            } finally {
                streams.remove(id);
                end.served();
            }
        });
    }

    /** Tells a request that its client has left, unless it is served already. */
    void clientLeft(int id) {
        RequestStream stream = streams.get(id);
        if (stream != null) {
            stream.clientLeft();
        }
    }

    void everyClientLeft() {
        streams.values().forEach(RequestStream::clientLeft);
    }

    boolean isEmpty() {
        return streams.isEmpty();
    }

    Collection<RequestStream> all() {
        return List.copyOf(streams.values());
    }
}
