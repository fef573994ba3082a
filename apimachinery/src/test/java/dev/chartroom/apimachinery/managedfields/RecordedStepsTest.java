package dev.chartroom.apimachinery.managedfields;

import static dev.chartroom.apimachinery.json.TestJson.readObject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares results with the responses of a kube-apiserver 1.36, in single cases and in random sequences of writes. */
class RecordedStepsTest {
    private static final Path FOLDER = Path.of("src/test/resources/managedfields");

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void resultsMatchKubeApiserverResponses(Path recorded) {
        JsonObject steps = readObject(FOLDER.resolve(recorded));

        new RecordedSteps(RecordedStepsTest::schema, steps.string("schema").orElseThrow())
                .replay(steps.arrayOrEmpty("steps"));
    }

    @Test
    void moreThan200RecordingsExist() throws IOException {
        assertThat(cases()).hasSizeGreaterThan(200);
    }

    static Stream<Path> cases() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.endsWith("steps.json")).map(FOLDER::relativize).sorted().toList().stream();
        }
    }

    private static JsonObject schema(String name) {
        return readObject(FOLDER.resolve("schemas").resolve(name + ".json"));
    }
}
