package dev.chartroom.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second build of the image that {@code ./dev image} built, from the same release archive. */
@Tag("soak")
class ReproducibleImageTest {
    private static final Path FIRST = Path.of("target");
    private static final String ARCHITECTURE = Architecture.ofThisMachine().toString();

    @TempDir
    private Path folder;

    @Test
    void secondBuildHasTheSameLayersExceptTheAotCache() throws Exception {
        List<Path> archives = archives();
        assumeThat(archives).as("an image of ./dev image").hasSize(1);
        Path first = archives.getFirst();
        String name = first.getFileName().toString();
        String version = name.substring("chartroom-".length(), name.length() - suffix().length());
        Properties properties = new Properties();
        properties.setProperty("image.release", "../bootstrap/target/chartroom-" + version + ".tar.gz");
        properties.setProperty("image.folder", folder.toString());
        properties.setProperty("image.version", version);
        properties.setProperty("image.created", "2026-01-01T00:00:00Z");
        properties.setProperty("image.aot", "false");

        Path second = BuildImage.build(ImageSettings.read(properties));

        List<String> layers = layers(first);
        assertThat(layers).hasSize(5);
        assertThat(layers(second)).isEqualTo(layers.subList(0, 4));
    }

    private static List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(FIRST)) {
            return files.filter(file -> file.toString().endsWith(suffix())).toList();
        }
    }

    private static String suffix() {
        return "-" + ARCHITECTURE + ".oci.tar";
    }

    /** Returns the digests of the layers of an archive. */
    private List<String> layers(Path archive) throws IOException {
        Path unpacked = Files.createDirectories(folder.resolve("oci-" + archive.hashCode()));
        new Command(unpacked, Map.of())
                .run(List.of("tar", "-xf", archive.toAbsolutePath().toString()));
        JsonObject index = json(unpacked.resolve("index.json"));
        JsonObject manifest =
                json(blob(unpacked, index.arrayOrEmpty("manifests").objects().getFirst()));
        return manifest.arrayOrEmpty("layers").objects().stream()
                .map(layer -> layer.stringOrEmpty("digest"))
                .toList();
    }

    private static Path blob(Path oci, JsonObject descriptor) {
        return oci.resolve("blobs/" + descriptor.stringOrEmpty("digest").replace(':', '/'));
    }

    private static JsonObject json(Path file) throws IOException {
        return (JsonObject) new JacksonCodec().parse(Files.readAllBytes(file));
    }
}
