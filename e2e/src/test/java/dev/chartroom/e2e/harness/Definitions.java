package dev.chartroom.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The folders of kind definitions and sample objects. */
public final class Definitions {
    /** The catalogue that the project ships. */
    public static final Path EXAMPLES = ModuleDirectory.basedir()
            .resolve("../bootstrap/src/main/resources/catalogue")
            .normalize();

    /** Real definitions, if they are beside the repository. */
    public static final Path COZYSTACK =
            ModuleDirectory.basedir().resolve("../../shared/data/cozystack").normalize();

    private Definitions() {}

    /** Returns whether the real definitions exist. If not, prints that the tests that need them are skipped. */
    public static boolean cozystackIsThere() {
        boolean there = Files.isDirectory(COZYSTACK);
        if (!there) {
            System.out.println("e2e: SKIPPED: tests on real definitions: there is no " + COZYSTACK);
        }
        return there;
    }

    /** Returns a new folder with copies of the catalogue's files and one more file. */
    public static Path examplesAnd(String file, String text) {
        Path folder = ModuleDirectory.newWorkDirectory("definitions");
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            for (Path example : files.toList()) {
                Files.copy(example, folder.resolve(example.getFileName()));
            }
            Files.writeString(folder.resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder;
    }

    public static List<Path> samples() {
        try (Stream<Path> files = Files.list(COZYSTACK.resolve("samples"))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
