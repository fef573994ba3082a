package dev.chartroom.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The Dockerfile, which no test can build, agrees with the image of {@code ./dev image}. */
class DockerfileTest {
    private static final Path ROOT = Path.of("..");

    private final String dockerfile;

    DockerfileTest() throws IOException {
        dockerfile = Files.readString(ROOT.resolve("deploy/Dockerfile"));
    }

    @Test
    void runtimeHasTheSameModules() {
        assertThat(dockerfile).contains("--add-modules " + String.join(",", JavaRuntime.modules()) + "\n");
    }

    @Test
    void entrypointAndUserAreTheSame() {
        assertThat(dockerfile)
                .contains("ENTRYPOINT "
                        + ImageFiles.entrypoint().stream()
                                .map(word -> '"' + word + '"')
                                .collect(Collectors.joining(", ", "[", "]\n")))
                .contains("USER " + DebianBase.USER + ":" + DebianBase.USER + "\n");
    }

    @Test
    void copiedFileIsTheReleaseArchive() throws IOException {
        List<String> copied = Pattern.compile("(?m)^COPY (?!--)(\\S+) ")
                .matcher(dockerfile)
                .results()
                .map(MatchResult::group)
                .map(line -> line.split(" ")[1])
                .toList();

        assertThat(copied).containsExactly("bootstrap/target/chartroom-*.tar.gz");
        assertThat(Files.readString(ROOT.resolve("deploy/Dockerfile.dockerignore")))
                .contains("!" + copied.getFirst());
        assertThat(Files.readString(ROOT.resolve("bootstrap/pom.xml")))
                .contains("<finalName>chartroom-${project.version}</finalName>");
        assertThat(Files.readString(ROOT.resolve("bootstrap/src/main/assembly/release.xml")))
                .contains("<format>tar.gz</format>");
    }
}
