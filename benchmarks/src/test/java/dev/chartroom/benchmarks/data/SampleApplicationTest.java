package dev.chartroom.benchmarks.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SampleApplicationTest {
    private static final ApplicationKind POSTGRES = BenchmarkKinds.postgres();

    @Test
    void releasesHaveARealisticSizeAndAreReproducible() {
        for (int index = 0; index < 100; index++) {
            JsonObject release = SampleApplication.of(POSTGRES, index).storedRelease();

            assertThat(release).isEqualTo(SampleApplication.of(POSTGRES, index).storedRelease());
            assertThat(release.toString().getBytes(StandardCharsets.UTF_8)).hasSizeBetween(2_500, 5 * 1024);
        }
    }

    @Test
    void releaseForEtcd_hasTheGivenManagedFieldsAndNoResourceVersion() {
        JsonObject other = SampleApplication.of(POSTGRES, 1).storedRelease();
        JsonArray managedFields = JsonArray.of(JsonObject.of("manager", new JsonString("helm-controller")));
        JsonObject metadata = other.objectOrEmpty("metadata").with("managedFields", managedFields);

        JsonObject stored = SampleApplication.of(POSTGRES, 2).storedAs(other.with("metadata", metadata));

        assertThat(stored.objectOrEmpty("metadata").get("managedFields")).isEqualTo(managedFields);
        assertThat(stored.objectOrEmpty("metadata").get("resourceVersion")).isNull();
        assertThat(stored.object("spec"))
                .isEqualTo(SampleApplication.of(POSTGRES, 2).release().object("spec"));
    }

    @Test
    void releaseConvertsBackToItsApplication() {
        SampleApplication sample = SampleApplication.of(POSTGRES, 7);

        assertThat(ReleaseConverter.isOf(POSTGRES, sample.storedRelease())).isTrue();
        assertThat(ReleaseConverter.toApplication(POSTGRES, sample.storedRelease())
                        .spec())
                .isEqualTo(sample.application().spec());
    }

    @Test
    void thereAreThirtyOneKinds() throws IOException {
        try (Stream<Path> definitions = Files.list(BenchmarkKinds.folder())) {
            assertThat(definitions).hasSize(BenchmarkKinds.COUNT);
        }
    }
}
