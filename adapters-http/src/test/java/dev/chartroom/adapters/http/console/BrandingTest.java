package dev.chartroom.adapters.http.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrandingTest {
    private static final ConsoleFiles FILES = ConsoleFiles.of(Map.of("index.html", new byte[0]));

    @TempDir
    private Path folder;

    @Test
    void filesOfTheFolderAreFilesOfTheConsole() throws IOException {
        write("branding.json", "{}");
        write("logo.svg", "<svg/>");

        ConsoleFiles files = FILES.with(Branding.read(folder));

        assertThat(files.find("branding.json")).hasValueSatisfying(file -> {
            assertThat(file.bytes()).asString().isEqualTo("{}");
            assertThat(file.isHashed()).isFalse();
        });
        assertThat(files.find("branding/logo.svg"))
                .hasValueSatisfying(file -> assertThat(file.contentType()).isEqualTo("image/svg+xml"));
        assertThat(files.find("index.html")).isPresent();
    }

    /** A brand must not replace a page or a script of the console. */
    @Test
    void otherFilesOfTheConsoleStay() throws IOException {
        write("branding.json", "{}");
        write("index.html", "another page");

        assertThat(FILES.with(Branding.read(folder)).find("index.html"))
                .hasValueSatisfying(file -> assertThat(file.bytes()).isEmpty());
    }

    @Test
    void foldersAndHiddenFilesAreOmitted() throws IOException {
        write("branding.json", "{}");
        write(".hidden", "");
        Files.createDirectory(folder.resolve("..data"));

        assertThat(Branding.read(folder).contents()).containsOnlyKeys("branding.json");
    }

    @Test
    void aFolderWithoutBrandingIsRefused() throws IOException {
        write("logo.svg", "<svg/>");

        assertThatThrownBy(() -> Branding.read(folder)).hasMessage("has no branding.json");
        assertThatThrownBy(() -> Branding.read(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aLargeFolderIsRefused() throws IOException {
        write("branding.json", "x".repeat(1024 * 1024));
        assertThat(Branding.read(folder).contents()).hasSize(1);

        write("logo.svg", "x");
        assertThatThrownBy(() -> Branding.read(folder)).hasMessage("has more than 1 MiB");
    }

    private void write(String name, String content) throws IOException {
        Files.write(folder.resolve(name), content.getBytes(StandardCharsets.UTF_8));
    }
}
