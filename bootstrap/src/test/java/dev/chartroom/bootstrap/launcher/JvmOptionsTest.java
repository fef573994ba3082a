package dev.chartroom.bootstrap.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options with which the program runs. */
class JvmOptionsTest {
    private static final Path OPTIONS = Path.of("src/main/launcher/jvm.options");
    /** Of a JVM that had no memory left. */
    private static final int OUT_OF_MEMORY = 3;

    @TempDir
    Path folder;

    /** Takes all memory, and survives the error that comes of it. */
    public static final class Greedy {
        private Greedy() {}

        public static void main(String[] args) {
            List<byte[]> all = new ArrayList<>();
            try {
                while (true) {
                    all.add(new byte[1 << 20]);
                }
            } catch (OutOfMemoryError e) {
                System.exit(all.isEmpty() ? 1 : 0);
            }
        }
    }

    @Test
    void aProgramWithoutMemoryEnds() throws Exception {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@" + OPTIONS.toAbsolutePath(),
                        "-Xmx80m",
                        "-cp",
                        Path.of("target", "test-classes").toAbsolutePath().toString(),
                        Greedy.class.getName())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();

        assertThat(java.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(java.exitValue()).isEqualTo(OUT_OF_MEMORY);
    }
}
