package dev.chartroom.adapters.kubernetes.event;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.LineStream;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.event.ClusterEvents;
import dev.chartroom.ports.event.MirroredEvent;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Watches Events on its own virtual thread, and holds none of them. A watch that ends resumes at its position. If the
 * API server no longer has that position, the follower starts again. Every other error ends the follower.
 */
final class EventFollower implements ClusterEvents.Following {
    private static final System.Logger LOG = System.getLogger(EventFollower.class.getName());
    private static final Duration WATCH = Duration.ofMinutes(5);
    /** If a watch lasts this much longer than requested, its connection is broken. */
    private static final Duration MARGIN = Duration.ofSeconds(30);
    /** The pause before the next request. It prevents a busy loop if the server closes each watch at once. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final EventPages pages;
    private final EventDecoder decoder;
    private final ClusterEvents.Selection selection;
    private final ClusterEvents.Listener listener;
    private volatile boolean closed;
    private volatile @Nullable LineStream stream;

    private EventFollower(
            KubernetesHttp http, JsonCodec codec, ClusterEvents.Selection selection, ClusterEvents.Listener listener) {
        this.http = http;
        this.codec = codec;
        this.pages = new EventPages(http, codec);
        this.decoder = new EventDecoder(codec);
        this.selection = selection;
        this.listener = listener;
    }

    static EventFollower start(
            KubernetesHttp http, JsonCodec codec, ClusterEvents.Selection selection, ClusterEvents.Listener listener) {
        EventFollower follower = new EventFollower(http, codec, selection, listener);
        Thread.ofVirtual().name("follow events").start(follower::run);
        return follower;
    }

    @Override
    public void close() {
        closed = true;
        LineStream open = stream;
        if (open != null) {
            open.cancel();
        }
    }

    private void run() {
        try {
            String version = "";
            while (!closed) {
                version = watch(version.isEmpty() ? begin() : version);
                Thread.sleep(PAUSE);
            }
        } catch (ApiException e) {
            fail(e);
        } catch (InterruptedException _) {
            // An interrupt is not expected; it ends the thread.
        } catch (Exception | Error e) {
            // OkHttp is written in Kotlin, so it also throws checked exceptions that it does not declare.
            fail(new ApiException(ApiError.unavailable("the Events cannot be watched: " + e)));
        }
    }

    private void fail(ApiException why) {
        if (!closed) {
            listener.failed(why);
        }
    }

    /** Returns the resource version at which the watch starts. */
    private String begin() {
        return switch (selection) {
            case RELEASES -> pages.forEach(fieldSelector(), this::pass);
            case OTHER_OBJECTS -> pages.resourceVersion();
        };
    }

    private String fieldSelector() {
        return switch (selection) {
            case RELEASES -> "involvedObject.kind=HelmRelease";
            case OTHER_OBJECTS -> "involvedObject.kind!=HelmRelease,reportingComponent!=" + MirroredEvent.REPORTER;
        };
    }

    /** Returns the resource version to resume from; empty to start again. */
    private String watch(String resourceVersion) {
        String version = resourceVersion;
        Query query = new Query()
                .with("watch", "1")
                .with("allowWatchBookmarks", "true")
                .with("fieldSelector", fieldSelector())
                .with("resourceVersion", resourceVersion)
                .with("timeoutSeconds", Long.toString(WATCH.toSeconds()));
        try (LineStream lines =
                http.open(EventPages.PATH, query, answer -> EventAnswers.refusal(answer, codec), WATCH.plus(MARGIN))) {
            stream = lines;
            if (closed) {
                lines.cancel();
            }
            for (byte[] line = lines.next(); line != null && !closed; line = lines.next()) {
                JsonObject change = decoder.change(line);
                JsonObject event = change.objectOrEmpty("object");
                switch (change.stringOrEmpty("type")) {
                    case "ADDED", "MODIFIED" -> pass(event);
                    case "DELETED", "BOOKMARK" -> {}
                    default -> {
                        return "";
                    }
                }
                version = event.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "The connection of the watch of Events broke; the watch resumes", e);
        } finally {
            stream = null;
        }
        return version;
    }

    private void pass(JsonObject event) {
        EventJson.read(event).ifPresent(listener::occurred);
    }
}
