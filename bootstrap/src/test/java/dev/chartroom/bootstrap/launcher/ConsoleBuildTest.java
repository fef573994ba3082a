package dev.chartroom.bootstrap.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code console/build.sh} without Node.js, or with an old one. The program is built nevertheless. */
class ConsoleBuildTest {
    private static final Path SCRIPT = Path.of("../console/build.sh").toAbsolutePath();

    @TempDir
    private Path folder;

    @BeforeEach
    void buildEarlier() throws IOException {
        Files.createDirectories(folder.resolve("out/console"));
        Files.writeString(folder.resolve("out/console/files.txt"), "index.html\n");
        Files.createDirectories(folder.resolve("bin"));
        for (String command : List.of("rm", "dirname")) {
            Files.createSymbolicLink(folder.resolve("bin").resolve(command), find(command));
        }
    }

    @Test
    void withoutNodeJsThereIsNoConsoleAndALineThatSaysSo() throws Exception {
        assertThat(build(Map.of()))
                .isEqualTo("console: WARNING: Node.js with npm is not on the PATH,"
                        + " so this build of the program has no console\n");
        assertThat(folder.resolve("out/console")).doesNotExist();
    }

    @Test
    void oldNodeJsIsNamed() throws Exception {
        write("npm", "exit 1");
        write("node", "[ \"$1\" = --version ] && echo v18.1.0 || exit 1");

        assertThat(build(Map.of())).contains("v18.1.0 is older than Node.js 20.19");
        assertThat(folder.resolve("out/console")).doesNotExist();
    }

    @Test
    void consoleCanBeSkipped() throws Exception {
        assertThat(build(Map.of("CONSOLE_SKIP", "true"))).contains("console.skip is set");
        assertThat(folder.resolve("out/console")).doesNotExist();
    }

    /** Runs the script, which must succeed, and returns what it says. */
    private String build(Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        find("bash").toString(),
                        SCRIPT.toString(),
                        folder.resolve("out/console").toString())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", folder.resolve("bin").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private void write(String command, String script) throws IOException {
        Path file =
                Files.writeString(folder.resolve("bin").resolve(command), "#!" + find("bash") + "\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static Path find(String command) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(each -> Path.of(each, command))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}
