package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.metrics.RequestMetrics;
import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.adapters.http.rendering.SharedFrames;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.Status;
import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tells one client the events of one watch. */
final class WatchTeller {
    private static final System.Logger LOG = System.getLogger(WatchTeller.class.getName());
    /**
     * Over HTTP/1.1, how often a silent stream is written to. Only a write finds out that its client is gone, and the
     * first one after that does not yet: within 5 seconds, there are two.
     */
    static final Duration HEARTBEAT = Duration.ofSeconds(2);
    /** As long as any watch lasts: where the stream itself tells that its client is gone. */
    static final Duration SILENT = Duration.ofDays(365);

    private final Renderer renderer;
    private final SharedFrames frames;
    private final boolean bookmarks;
    private final JsonCodec codec;
    private final OutputStream out;
    private final FrameBatch batch;
    private final Duration silence;
    private boolean first = true;
    private boolean firstObject = true;

    /** Makes the frame of an event. */
    @FunctionalInterface
    private interface Framing {
        byte[] of(boolean first);
    }

    /**
     * @param bookmarks true where the client wants them; a store may need them for itself
     * @param silence after how long of it white space is written
     */
    WatchTeller(
            Renderer renderer,
            SharedFrames frames,
            boolean bookmarks,
            JsonCodec codec,
            OutputStream out,
            RequestMetrics.Deliveries deliveries,
            Duration silence) {
        this.renderer = renderer;
        this.frames = frames;
        this.bookmarks = bookmarks;
        this.codec = codec;
        this.out = out;
        this.batch = new FrameBatch(out, deliveries);
        this.silence = silence;
    }

    /** Tells events until there are no more or the time is up, which the client sees as a clean end (D45). */
    void tell(WatchStream stream, Duration timeout) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        Duration patience = Duration.ZERO;
        if (timeout.isNegative()) {
            heartbeat();
            return;
        }
        while (true) {
            // While something waits to be sent, only for what is there already.
            WatchEvent<ServedApplication> event = stream.next(batch.isEmpty() ? patience : Duration.ZERO);
            if (event == null && batch.isEmpty()) {
                heartbeat();
            } else if (event == null) {
                batch.flush();
            } else if (!tell(event, stream.lag())) {
                batch.flush();
                return;
            }
            Duration left = Duration.ofNanos(deadline - System.nanoTime());
            if (!left.isPositive()) {
                batch.flush();
                return;
            }
            patience = left.compareTo(silence) < 0 ? left : silence;
        }
    }

    /** Tells one event; false where nothing follows. */
    private boolean tell(WatchEvent<ServedApplication> event, @Nullable Duration lag) throws IOException {
        return switch (event) {
            case WatchEvent.Added<ServedApplication>(var object) -> tell("ADDED", object, lag);
            case WatchEvent.Modified<ServedApplication>(var object) -> tell("MODIFIED", object, lag);
            case WatchEvent.Deleted<ServedApplication>(var object) -> tell("DELETED", object, lag);
            case WatchEvent.Bookmark<ServedApplication>(var version, var initialEventsEnd) ->
                !bookmarks
                        || tell(
                                first -> Renderer.frame(
                                        "BOOKMARK", renderer.bookmark(metadata(version, initialEventsEnd), first)),
                                null);
            case WatchEvent.Failed<ServedApplication>(ApiError error) -> {
                write(Renderer.frame("ERROR", codec.encode(Status.of(error).toJson())), null);
                yield false;
            }
            case WatchEvent.Ended<ServedApplication> _ -> end();
        };
    }

    private boolean tell(String type, ServedApplication object, @Nullable Duration lag) throws IOException {
        return tell(first -> frames.of(type, object, renderer, first), lag);
    }

    /** An object that cannot be rendered ends the watch as upstream ends it: an ERROR would have clients list anew. */
    private boolean tell(Framing framing, @Nullable Duration lag) throws IOException {
        if (!renderer.showsEvents()) {
            return end();
        }
        byte[] frame;
        try {
            frame = framing.of(firstObject);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a watch ends: its next event cannot be rendered", e);
            return end();
        }
        firstObject = false;
        return write(frame, lag);
    }

    /** A watch that told nothing still has headers to send. */
    private boolean end() throws IOException {
        if (first) {
            heartbeat();
        }
        return false;
    }

    private boolean write(byte[] frame, @Nullable Duration lag) throws IOException {
        batch.add(frame, lag);
        first = false;
        return true;
    }

    /** White space before the next frame: it also sends the headers of a watch that has nothing to tell yet. */
    private void heartbeat() throws IOException {
        out.write(' ');
        out.flush();
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
