package dev.chartroom.adapters.http.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.ports.storage.ApplicationPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RenderedListTest {
    /** In bytes. One user can take half of this capacity. */
    private static final int CAPACITY = 512 * 1024;

    private final Rendered objects = new Rendered();

    static Stream<Representation> representations() {
        return Stream.of(
                new Representation.Whole(),
                new Representation.AsTable("v1"),
                new Representation.PartialMetadata("v1", true));
    }

    @ParameterizedTest
    @MethodSource("representations")
    void yamlListEqualsTheConvertedJsonList(Representation representation) {
        Renderer renderer = Rendered.renderer(representation, IncludeObject.OBJECT);
        for (ApplicationPage page :
                List.of(objects.everything(), new ApplicationPage("5", List.of(), "", null), page(3, 100))) {
            RenderedList list = renderer.list(page);

            assertThat(written(list::writeYaml))
                    .isEqualTo(new String(
                            YamlWriter.write(written(list::writeJson).getBytes(StandardCharsets.UTF_8)),
                            StandardCharsets.UTF_8));
        }
    }

    @Test
    void yamlOfALongListReservesMemoryForOneItem() {
        RenderedList list = whole(page(100, 100_000));

        new ServerCapacity(2, CAPACITY)
                .during(() -> assertThat(written(list::writeYaml)).hasSizeGreaterThan(100 * 100_000));
    }

    @Test
    void yamlBeyondCapacityIsRefusedBeforeTheFirstByte() {
        RenderedList list =
                whole(new ApplicationPage("5", List.of(objects.cart, objects.large(CAPACITY / 2 + 100_000)), "", null));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new ServerCapacity(2, CAPACITY)
                .during(() -> assertThatThrownBy(() -> list.writeYaml(out))
                        .isInstanceOfSatisfying(
                                ApiException.class,
                                e -> assertThat(Status.of(e.error()).reason())
                                        .isEqualTo(StatusReason.TOO_MANY_REQUESTS)));

        assertThat(out.size()).isZero();
    }

    private static RenderedList whole(ApplicationPage page) {
        return Rendered.renderer(new Representation.Whole(), IncludeObject.NONE).list(page);
    }

    private ApplicationPage page(int items, int bytes) {
        return new ApplicationPage(
                "5",
                IntStream.range(0, items).mapToObj(_ -> objects.large(bytes)).toList(),
                "",
                null);
    }

    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    private static String written(Writing writing) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
