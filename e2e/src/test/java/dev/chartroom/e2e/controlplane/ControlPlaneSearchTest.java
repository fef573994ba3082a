package dev.chartroom.e2e.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlPlaneSearchTest {
    @TempDir
    private Path directory;

    private Path assets;
    private Path path;
    private boolean docker;

    @BeforeEach
    void emptyDirectories() throws IOException {
        assets = Files.createDirectory(directory.resolve("assets"));
        path = Files.createDirectory(directory.resolve("path"));
    }

    @Test
    void kubebuilderAssetsTakePrecedence() throws IOException {
        docker = true;
        executable(path, "go", "");
        executable(path, "kubectl", "");
        executables(assets, "etcd", "kube-apiserver");

        assertThat(find(Map.of("KUBEBUILDER_ASSETS", assets.toString())))
                .isEqualTo(new ControlPlaneSource.Local(new ControlPlaneBinaries(
                        assets.resolve("etcd"),
                        assets.resolve("kube-apiserver"),
                        Optional.empty(),
                        path.resolve("kubectl"))));
    }

    @Test
    void kubebuilderAssetsWithoutAnApiserverIsAnError() throws IOException {
        executables(assets, "etcd", "kubectl");

        assertThatThrownBy(() -> find(Map.of("KUBEBUILDER_ASSETS", assets.toString())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("kube-apiserver")
                .hasMessageContaining(assets.toString());
    }

    @Test
    void dockerTakesPrecedenceOverGo() throws IOException {
        docker = true;
        executable(path, "kubectl", "");
        go("echo " + assets);

        assertThat(find(Map.of())).isEqualTo(new ControlPlaneSource.Docker(path.resolve("kubectl")));
    }

    @Test
    void dockerWithoutKubectlIsNotUsed() throws IOException {
        docker = true;

        assertThat(find(Map.of())).isInstanceOf(ControlPlaneSource.Absent.class);
    }

    @Test
    void lastLineOfTheGoBuildNamesTheFolderOfTheBinaries() throws IOException {
        executables(assets, "etcd", "kube-apiserver", "kube-controller-manager", "kubectl");
        go("echo progress >&2; echo noise; echo " + assets);

        assertThat(find(Map.of()))
                .isEqualTo(new ControlPlaneSource.Local(new ControlPlaneBinaries(
                        assets.resolve("etcd"),
                        assets.resolve("kube-apiserver"),
                        Optional.of(assets.resolve("kube-controller-manager")),
                        assets.resolve("kubectl"))));
    }

    @Test
    void failedGoBuildReportsItsExitCode() throws IOException {
        go("exit 3");

        assertThat(find(Map.of()))
                .isInstanceOfSatisfying(
                        ControlPlaneSource.Absent.class,
                        absent -> assertThat(absent.reason()).contains("build.sh failed with exit code 3"));
    }

    @Test
    void reasonNamesAllSourcesIfNoControlPlaneIsFound() {
        assertThat(find(Map.of()))
                .isInstanceOfSatisfying(
                        ControlPlaneSource.Absent.class,
                        absent -> assertThat(absent.reason())
                                .contains("KUBEBUILDER_ASSETS")
                                .contains("Docker")
                                .contains("Go"));
    }

    private ControlPlaneSource find(Map<String, String> environment) {
        var all = new HashMap<>(environment);
        all.put("PATH", path.toString());
        return new ControlPlaneSearch(all, directory.resolve("build.sh"), () -> docker).find();
    }

    /** Provides a Go toolchain on the PATH and a build script that runs {@code commands}. */
    private void go(String commands) throws IOException {
        executable(path, "go", "");
        executable(path, "bash", "exec /bin/sh \"$@\"");
        executable(directory, "build.sh", commands);
    }

    private static void executables(Path directory, String... names) throws IOException {
        for (var name : names) {
            executable(directory, name, "");
        }
    }

    private static void executable(Path directory, String name, String commands) throws IOException {
        var file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + commands + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
