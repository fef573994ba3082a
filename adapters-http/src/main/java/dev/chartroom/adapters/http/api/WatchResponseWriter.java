package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.metrics.RequestMetrics;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.rendering.SharedFrames;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends the events of one watch to one client. */
final class WatchResponseWriter {
    private static final System.Logger LOG = System.getLogger(WatchResponseWriter.class.getName());

    private final Renderer renderer;
    private final SharedFrames frames;
    private final boolean bookmarks;
    private final JsonCodec codec;
    private final OutputStream out;
    private final FrameBatch batch;
    private final byte[] opening;
    private boolean begun;
    private boolean firstObject = true;

    /** Makes the frame of an event. */
    @FunctionalInterface
    private interface Framing {
        byte[] of(boolean first);
    }

    /**
     * @param bookmarks true if the client wants bookmarks; otherwise the store's bookmarks are dropped
     * @param opening the bytes that are written first, to send the headers of a watch that has no event yet
     */
    WatchResponseWriter(
            Renderer renderer,
            SharedFrames frames,
            boolean bookmarks,
            JsonCodec codec,
            OutputStream out,
            RequestMetrics.Deliveries deliveries,
            byte[] opening) {
        this.renderer = renderer;
        this.frames = frames;
        this.bookmarks = bookmarks;
        this.codec = codec;
        this.out = out;
        this.batch = new FrameBatch(out, deliveries);
        this.opening = opening;
    }

    /** Sends events until there are no more or the time is up. In both cases, the client sees a clean end (D45). */
    void send(WatchStream stream, Duration timeout) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        if (timeout.isNegative()) {
            flush();
            return;
        }
        Duration left = timeout;
        // The first calls do not wait, so that available events are sent with the headers.
        Duration waitTime = Duration.ZERO;
        do {
            WatchEvent<ServedApplication> event = stream.next(waitTime);
            if (event == null) {
                flush();
                waitTime = left;
            } else if (send(event, stream.lag())) {
                waitTime = Duration.ZERO;
            } else {
                break;
            }
            left = Duration.ofNanos(deadline - System.nanoTime());
        } while (left.isPositive());
        flush();
    }

    /** Sends one event. Returns false if no other event can follow. */
    private boolean send(WatchEvent<ServedApplication> event, @Nullable Duration lag) throws IOException {
        return switch (event) {
            case WatchEvent.Added<ServedApplication>(var object) -> send("ADDED", object, lag);
            case WatchEvent.Modified<ServedApplication>(var object) -> send("MODIFIED", object, lag);
            case WatchEvent.Deleted<ServedApplication>(var object) -> send("DELETED", object, lag);
            case WatchEvent.Bookmark<ServedApplication>(var version, var initialEventsEnd) ->
                !bookmarks
                        || send(
                                first -> Renderer.frame(
                                        "BOOKMARK", renderer.bookmark(metadata(version, initialEventsEnd), first)),
                                null);
            case WatchEvent.Failed<ServedApplication>(ApiError error) -> {
                write(Renderer.frame("ERROR", codec.encode(Status.of(error).toJson())), null);
                yield false;
            }
            case WatchEvent.Ended<ServedApplication> _ -> false;
        };
    }

    private boolean send(String type, ServedApplication object, @Nullable Duration lag) throws IOException {
        return send(first -> frames.of(type, object, renderer, first), lag);
    }

    /**
     * Sends one frame. If the frame cannot be rendered, the watch ends, as upstream. An ERROR would make clients list
     * again.
     */
    private boolean send(Framing framing, @Nullable Duration lag) throws IOException {
        if (!renderer.showsEvents()) {
            return false;
        }
        byte[] frame;
        try {
            frame = framing.of(firstObject);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "A watch ends because its next event cannot be rendered", e);
            return false;
        }
        firstObject = false;
        return write(frame, lag);
    }

    private boolean write(byte[] frame, @Nullable Duration lag) throws IOException {
        begun = true;
        batch.add(frame, lag);
        return true;
    }

    /** Sends the frames that wait, or the headers alone. */
    private void flush() throws IOException {
        if (begun) {
            batch.flush();
        } else {
            begun = true;
            out.write(opening);
            out.flush();
        }
    }

    private static JsonObject metadata(String resourceVersion, boolean initialEventsEnd) {
        JsonObject.Builder metadata = JsonObject.builder().put("resourceVersion", resourceVersion);
        if (initialEventsEnd) {
            metadata.put(
                    "annotations",
                    JsonObject.builder()
                            .put("k8s.io/initial-events-end", "true")
                            .build());
        }
        return metadata.build();
    }
}
