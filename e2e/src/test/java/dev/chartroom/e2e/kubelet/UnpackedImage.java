package dev.chartroom.e2e.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.DevServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The container image, unpacked layer by layer as a container runtime does.
 *
 * @param root the root of its file system
 * @param config the settings of its containers, such as the entrypoint
 * @param size the compressed size of all layers in bytes
 */
public record UnpackedImage(Path root, JsonObject config, long size) {
    private static final JacksonCodec CODEC = new JacksonCodec();

    /** Returns the archive that {@code ./dev image} built for amd64; empty if there is none. */
    public static Optional<Path> archive() {
        Path folder = DevServer.ROOT.resolve("image/target");
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith("-amd64.oci.tar"))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Unpacks an OCI archive into a new folder. */
    public static UnpackedImage unpack(Path archive, Path folder) throws IOException, InterruptedException {
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
    public JsonObject settings() {
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
