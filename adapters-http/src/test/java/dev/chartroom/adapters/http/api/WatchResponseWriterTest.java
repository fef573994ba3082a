package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.http.rendering.IncludeObject;
import dev.chartroom.adapters.http.rendering.Renderers;
import dev.chartroom.adapters.http.rendering.SharedFrames;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.application.Application;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WatchResponseWriterTest {
    private static final ServedApplication CART = new StoredApplication(
                    Kinds.redis(),
                    new Application(Kinds.redis().gvk(), ObjectMeta.of("ns", "cart"), null, JsonObject.EMPTY),
                    Json.CODEC)
            .served();

    private static final byte[] OPENING = {' '};

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void failureIsSentAsAnErrorEventAndEndsTheWatch() throws Exception {
        ApiError expired = ApiError.expired("too old resource version: 1 (7)");

        tell(List.of(new WatchEvent.Added<>(CART), new WatchEvent.Failed<>(expired), new WatchEvent.Added<>(CART)));

        List<JsonObject> events = events();
        assertThat(events).hasSize(2);
        assertThat(events.getLast())
                .isEqualTo(JsonObject.builder()
                        .put("type", "ERROR")
                        .put("object", Status.of(expired).toJson())
                        .build());
        assertThat(events.getLast().objectOrEmpty("object").get("code")).hasToString("410");
    }

    @Test
    void watchThatEndsAtOnceStillSendsItsOpening() throws Exception {
        tell(List.of(new WatchEvent.Ended<>()));

        assertThat(out.toByteArray()).isEqualTo(OPENING);
    }

    @Test
    void eventsAfterTheEndAreNotSent() throws Exception {
        tell(List.of(new WatchEvent.Deleted<>(CART), new WatchEvent.Ended<>(), new WatchEvent.Added<>(CART)));

        assertThat(events()).extracting(event -> event.stringOrEmpty("type")).containsExactly("DELETED");
    }

    @Test
    void bookmarkHasOnlyTypeAndResourceVersion() throws Exception {
        tell(List.of(new WatchEvent.Bookmark<>("77", false), new WatchEvent.Ended<>()));

        assertThat(events()).containsExactly(Json.object("""
                {"type":"BOOKMARK","object":{"kind":"Redis","apiVersion":"apps.test.example.com/v1alpha1",
                 "metadata":{"resourceVersion":"77"}}}
                """));
    }

    @Test
    void everyEventIsFlushed() throws Exception {
        int[] flushed = new int[1];
        OutputStream counting = new OutputStream() {
            @Override
            public void write(int b) {
                out.write(b);
            }

            @Override
            public void flush() {
                flushed[0] = out.size();
            }
        };

        writer(counting)
                .send(script(List.of(new WatchEvent.Added<>(CART), new WatchEvent.Ended<>())), Duration.ofMinutes(1));

        assertThat(flushed[0]).isPositive().isEqualTo(out.size());
    }

    @Test
    void brokenConnectionEndsTheWatch() {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("broken pipe");
            }
        };

        assertThatThrownBy(() -> writer(broken).send(script(List.of()), Duration.ofMinutes(1)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void watchWithEndlessEventsEndsAtItsTimeout() throws Exception {
        WatchStream endless = new WatchStream() {
            @Override
            public WatchEvent<ServedApplication> next(Duration timeout) {
                return new WatchEvent.Added<>(CART);
            }

            @Override
            public @Nullable Duration lag() {
                return null;
            }

            @Override
            public void close() {}
        };

        writer(OutputStream.nullOutputStream()).send(endless, Duration.ofMillis(200));
    }

    @Test
    void availableEventsAreSentInOneWrite() throws Exception {
        List<Integer> writes = new ArrayList<>();
        OutputStream counting = new OutputStream() {
            @Override
            public void write(int b) {
                writes.add(1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                writes.add(length);
                out.write(bytes, offset, length);
            }
        };
        List<WatchEvent<ServedApplication>> events =
                new ArrayList<>(Collections.nCopies(5, new WatchEvent.Added<>(CART)));
        events.add(new WatchEvent.Ended<>());

        writer(counting).send(script(events), Duration.ofMinutes(1));

        assertThat(writes).hasSize(1);
        assertThat(events()).hasSize(5);
    }

    private void tell(List<WatchEvent<ServedApplication>> events) throws IOException, InterruptedException {
        writer(out).send(script(events), Duration.ofMinutes(1));
    }

    private static WatchResponseWriter writer(OutputStream out) {
        Renderers renderers = new Renderers(Json.CODEC, Clock.systemUTC());
        return new WatchResponseWriter(
                renderers.of(Kinds.redis(), new Representation.Whole(), IncludeObject.METADATA),
                new SharedFrames(),
                true,
                Json.CODEC,
                out,
                (_, _) -> {},
                OPENING);
    }

    private List<JsonObject> events() {
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .map(Json::object)
                .toList();
    }

    /** Returns a stream of these events, and none after them. */
    private static WatchStream script(List<WatchEvent<ServedApplication>> events) {
        Deque<WatchEvent<ServedApplication>> left = new ArrayDeque<>(events);
        return new WatchStream() {
            @Override
            public @Nullable WatchEvent<ServedApplication> next(Duration timeout) {
                return left.poll();
            }

            @Override
            public @Nullable Duration lag() {
                return null;
            }

            @Override
            public void close() {}
        };
    }
}
