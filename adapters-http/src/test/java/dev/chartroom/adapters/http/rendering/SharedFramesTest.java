package dev.chartroom.adapters.http.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.time.SteppedClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SharedFramesTest {
    private final Rendered objects = new Rendered();
    private final SharedFrames frames = new SharedFrames();
    private final SteppedClock clock = new SteppedClock(Rendered.CREATED.plusSeconds(10));

    static List<Representation> representations() {
        return List.of(
                new Representation.Whole(),
                new Representation.AsTable("v1"),
                new Representation.PartialMetadata("v1", false));
    }

    @ParameterizedTest
    @MethodSource("representations")
    void framesOfOneFormAreShared(Representation representation) {
        byte[] frame = frames.of("ADDED", objects.cart, renderer(representation), false);

        assertThat(frames.of("ADDED", objects.cart, renderer(representation), false))
                .isSameAs(frame);
        assertThat(Json.object(frame).stringOrEmpty("type")).isEqualTo("ADDED");
        assertThat(Json.object(frame).get("object"))
                .isEqualTo(Json.object(renderer(representation).event(objects.cart, false)));
        assertThat(frames.of("MODIFIED", objects.cart, renderer(representation), false))
                .isNotEqualTo(frame);
        assertThat(frames.of("ADDED", objects.basket, renderer(representation), false))
                .isNotEqualTo(frame);
    }

    /** A row is short, but its cache entry retains the whole object. */
    @Test
    void rowsAreEvictedAccordingToTheSizeOfTheirObjects() {
        Renderer table = Rendered.renderer(new Representation.AsTable("v1"), IncludeObject.NONE);
        byte[] row = frames.of("ADDED", objects.cart, table, false);
        for (int i = 0; i < 5; i++) {
            frames.of("ADDED", objects.large(1 << 20), table, false);
        }

        assertThat(frames.of("ADDED", objects.cart, table, false)).isNotSameAs(row);
    }

    @Test
    void eachFormHasItsOwnFrame() {
        List<byte[]> all = representations().stream()
                .map(form -> frames.of("ADDED", objects.cart, renderer(form), false))
                .toList();

        assertThat(all.stream()
                        .map(frame -> Json.object(frame).objectOrEmpty("object").stringOrEmpty("kind")))
                .containsExactly("Redis", "Table", "PartialObjectMetadata");
    }

    @Test
    void laterTablesHaveNoColumnsAndCurrentAges() {
        Renderer table = renderer(new Representation.AsTable("v1"));

        assertThat(columns(frames.of("ADDED", objects.cart, table, true))).isPositive();
        assertThat(columns(frames.of("ADDED", objects.cart, table, false))).isZero();
        assertThat(text(frames.of("ADDED", objects.cart, table, false))).contains("\"10s\"");
        clock.advance(Duration.ofSeconds(1));
        assertThat(text(frames.of("ADDED", objects.cart, table, false))).contains("\"11s\"");
    }

    @Test
    void oldestFramesAreEvictedAtTheCapacity() {
        Renderer whole = renderer(new Representation.Whole());
        byte[] first = frames.of("ADDED", objects.cart, whole, false);
        int more = 2 * 4 * 1024 * 1024 / first.length;
        for (int i = 0; i < more; i++) {
            frames.of("ADDED", another(i), whole, false);
        }

        assertThat(frames.of("ADDED", objects.cart, whole, false))
                .isEqualTo(first)
                .isNotSameAs(first);
    }

    private ServedApplication another(int version) {
        return objects.cart.withResourceVersion(Integer.toString(1_000_000 + version));
    }

    private static String text(byte[] frame) {
        return new String(frame, StandardCharsets.UTF_8);
    }

    private static int columns(byte[] frame) {
        return Json.object(frame)
                .objectOrEmpty("object")
                .arrayOrEmpty("columnDefinitions")
                .size();
    }

    private Renderer renderer(Representation representation) {
        return new Renderers(Json.CODEC, clock).of(Kinds.redis(), representation, IncludeObject.METADATA);
    }
}
