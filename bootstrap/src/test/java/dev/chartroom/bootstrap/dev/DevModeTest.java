package dev.chartroom.bootstrap.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.bootstrap.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DevModeTest {
    @TempDir
    private Path folder;

    @Test
    void tokenIsRandomAndOnlyInTheKubeconfig() throws IOException {
        DevMode one = prepare(folder);
        DevMode other = prepare(folder);

        one.writeKubeconfig(1);

        assertThat(one.token()).matches("[A-Za-z0-9_-]{43}").isNotEqualTo(other.token());
        assertThat(Files.readString(one.kubeconfig())).contains("token: " + one.token());
        assertThat(one.toString()).doesNotContain(one.token(), "PRIVATE");
    }

    /** Dev mode keeps the permissions of an existing folder, unless it has the default name. */
    @ParameterizedTest
    @CsvSource({
        "new, , rwx------",
        "deep/new, , rwx------",
        ".chartroom, rwxrwxr-x, rwx------",
        ".chartroom, rwxrwxrwx, rwx------",
        "chosen, rwxr-xr-x, rwxr-xr-x"
    })
    void newOrDefaultFolderIsPrivateToItsOwner(String name, @Nullable String before, String after) throws IOException {
        Path own = folder.resolve(name);
        if (before != null) {
            Files.createDirectory(own);
            Files.setPosixFilePermissions(own, PosixFilePermissions.fromString(before));
        }

        prepare(own).writeKubeconfig(1);

        assertThat(Files.getPosixFilePermissions(own)).isEqualTo(PosixFilePermissions.fromString(after));
        assertThat(Files.getPosixFilePermissions(own.resolve("kubeconfig")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @ParameterizedTest
    @CsvSource({"rwxrwxrwx, everybody", "rwxrwxr-x, the group", "rwx-w----, the group"})
    void folderWritableByOthersIsRefused(String permissions, String others) throws IOException {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString(permissions));

        assertThatThrownBy(() -> prepare(shared).writeKubeconfig(1))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(others + " may write to " + shared);
        assertThatThrownBy(() -> DevDatabase.start(shared))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(others + " may write to " + shared);
        assertThat(shared).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void addressOutsideLoopbackIsRefused(String address) {
        assertThatThrownBy(() -> DevMode.prepare(address, 0, folder, Clock.systemUTC()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("loopback only");
    }

    private static DevMode prepare(Path folder) {
        return DevMode.prepare("127.0.0.1", 0, folder, Clock.systemUTC());
    }
}
