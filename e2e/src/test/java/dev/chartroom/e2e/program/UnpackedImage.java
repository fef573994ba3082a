package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.harness.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The container image, unpacked layer by layer as a container runtime does.
 *
 * @param root the root of its file system
 * @param config the settings of its containers, such as the entrypoint
 * @param size the compressed size of all layers in bytes
 */
record UnpackedImage(Path root, JsonObject config, long size) {
    private static final JacksonCodec CODEC = new JacksonCodec();

    /** Unpacks an OCI archive into a new folder. */
    static UnpackedImage unpack(Path archive, Path folder) throws IOException, InterruptedException {
        Path oci = Files.createDirectories(folder.resolve("oci"));
        Path root = Files.createDirectories(folder.resolve("root"));
        tar("-xf", archive.toString(), "-C", oci.toString());
        JsonObject index = json(oci.resolve("index.json"));
        JsonObject manifest =
                json(blob(oci, index.arrayOrEmpty("manifests").objects().getFirst()));
        List<Path> layers = manifest.arrayOrEmpty("layers").objects().stream()
                .map(layer -> blob(oci, layer))
                .toList();
        long size = 0;
        for (Path layer : layers) {
            tar("--numeric-owner", "--warning=no-unknown-keyword", "-xpzf", layer.toString(), "-C", root.toString());
            size += Files.size(layer);
        }
        return new UnpackedImage(root, json(blob(oci, manifest.objectOrEmpty("config"))), size);
    }

    /** Returns the settings that a container runtime uses. */
    JsonObject settings() {
        return config.objectOrEmpty("config");
    }

    private static Path blob(Path oci, JsonObject descriptor) {
        return oci.resolve("blobs/" + descriptor.stringOrEmpty("digest").replace(':', '/'));
    }

    private static JsonObject json(Path file) throws IOException {
        return (JsonObject) CODEC.parse(Files.readAllBytes(file));
    }

    private static void tar(String... options) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("tar"));
        command.addAll(List.of(options));
        try (ChildProcess tar = ChildProcess.start(new ProcessBuilder(command).inheritIO())) {
            assertThat(tar.exitCode()).as(String.join(" ", command)).isZero();
        }
    }
}
