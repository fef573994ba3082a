package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.rendering.Renderer;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.Status;
import dev.chartroom.domain.watch.WatchEvent;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

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
    private final boolean bookmarks;
    private final JsonCodec codec;
    private final OutputStream out;
    private final Duration silence;
    private boolean first = true;
    private boolean firstObject = true;

    /** Renders the object of an event. */
    @FunctionalInterface
    private interface Rendering {
        byte[] of(boolean first);
    }

    /**
     * @param bookmarks true where the client wants them; a store may need them for itself
     * @param silence after how long of it white space is written
     */
    WatchTeller(Renderer renderer, boolean bookmarks, JsonCodec codec, OutputStream out, Duration silence) {
        this.renderer = renderer;
        this.bookmarks = bookmarks;
        this.codec = codec;
        this.out = out;
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
            WatchEvent<StoredApplication> event = stream.next(patience);
            if (event == null) {
                heartbeat();
            } else if (!tell(event)) {
                return;
            }
            Duration left = Duration.ofNanos(deadline - System.nanoTime());
            if (!left.isPositive()) {
                return;
            }
            patience = left.compareTo(silence) < 0 ? left : silence;
        }
    }

    /** Tells one event; false where nothing follows. */
    private boolean tell(WatchEvent<StoredApplication> event) throws IOException {
        return switch (event) {
            case WatchEvent.Added<StoredApplication>(var object) -> tell("ADDED", object);
            case WatchEvent.Modified<StoredApplication>(var object) -> tell("MODIFIED", object);
            case WatchEvent.Deleted<StoredApplication>(var object) -> tell("DELETED", object);
            case WatchEvent.Bookmark<StoredApplication>(var version, var initialEventsEnd) ->
                !bookmarks || tell("BOOKMARK", first -> renderer.bookmark(metadata(version, initialEventsEnd), first));
            case WatchEvent.Failed<StoredApplication>(ApiError error) -> {
                write("ERROR", codec.encode(Status.of(error).toJson()));
                yield false;
            }
            case WatchEvent.Ended<StoredApplication> _ -> end();
        };
    }

    private boolean tell(String type, StoredApplication object) throws IOException {
        return tell(type, first -> renderer.event(object, first));
    }

    /** An object that cannot be rendered ends the watch as upstream ends it: an ERROR would have clients list anew. */
    private boolean tell(String type, Rendering rendering) throws IOException {
        if (!renderer.showsEvents()) {
            return end();
        }
        byte[] rendered;
        try {
            rendered = rendering.of(firstObject);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a watch ends: its next event cannot be rendered", e);
            return end();
        }
        firstObject = false;
        return write(type, rendered);
    }

    /** A watch that told nothing still has headers to send. */
    private boolean end() throws IOException {
        if (first) {
            heartbeat();
        }
        return false;
    }

    private boolean write(String type, byte[] object) throws IOException {
        out.write(Renderer.frame(type, object));
        out.flush();
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
