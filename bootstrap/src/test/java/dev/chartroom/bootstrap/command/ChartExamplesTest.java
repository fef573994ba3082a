package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Charts of every shape. Each folder holds a chart, the definition made from it and the messages of the command. With
 * {@code -Dcharts.write=true} the test rewrites definition and messages, for review as a change.
 */
class ChartExamplesTest {
    private static final Path EXAMPLES = Path.of("../charts/src/test/resources/charts");

    static List<Path> examples() throws IOException {
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            return folders.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void fromChartPrintsTheExpectedDefinitionAndMessages(Path example) throws IOException {
        CommandRun run = CommandRun.of(
                "kind",
                "from-chart",
                example.resolve("chart").toString(),
                "--group=apps.example.com",
                "--chart-ref=OCIRepository/platform-charts/example");
        if (Boolean.getBoolean("charts.write")) {
            Files.writeString(example.resolve("definition.yaml"), run.out());
            Files.writeString(example.resolve("messages.txt"), run.err());
        }

        assertThat(run.err()).isEqualTo(Files.readString(example.resolve("messages.txt")));
        assertThat(run.out()).isEqualTo(Files.readString(example.resolve("definition.yaml")));
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void thereAreAtLeastTwelveExamples() throws IOException {
        assertThat(examples()).hasSizeGreaterThanOrEqualTo(12);
    }
}
