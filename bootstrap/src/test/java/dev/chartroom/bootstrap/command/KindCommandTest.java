package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KindCommandTest {
    private static final String CHART = "../charts/src/test/resources/charts/plain-values/chart";

    @TempDir
    private Path folder;

    @Test
    void optionsDetermineNamesPrefixChartRefAndVersion() {
        CommandRun run = CommandRun.of(
                "kind",
                "from-chart",
                CHART,
                "--group=messaging.example.com",
                "--kind=Queue",
                "--plural=queues",
                "--prefix=q-",
                "--chart-ref=HelmChart/charts/queue",
                "--api-version=v1beta1");

        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains(
                        "name: queues.messaging.example.com",
                        "kind: Queue",
                        "plural: queues",
                        "prefix: q-",
                        "kind: HelmChart",
                        "namespace: charts",
                        "name: v1beta1");
    }

    @Test
    void definitionThatFollowsItsChartHasNoSchemaAndPassesLint() throws IOException {
        CommandRun run = CommandRun.of(
                "kind",
                "from-chart",
                CHART,
                "--follow",
                "--group=a.example.com",
                "--chart-ref=OCIRepository/charts/queue");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("fromChart: {}").doesNotContain("openAPIV3Schema");

        String file = Files.writeString(folder.resolve("a.yaml"), run.out()).toString();
        assertThat(CommandRun.of("kind", "lint", "--strict", file).out())
                .isEqualToIgnoringNewLines("1 file: 0 refusals, 0 warnings, 0 pieces of advice");
        assertThat(CommandRun.of("kind", "diff", "--offline", "-", file).err())
                .contains("only a server that follows the chart knows the schema of the chart");

        String nowhere = Files.writeString(
                        folder.resolve("b.yaml"), run.out().replace("namespace: charts", "apiVersion: v1"))
                .toString();
        assertThat(CommandRun.of("kind", "lint", nowhere).out())
                .contains(": refused: spec.versions[0].schema.fromChart: requires the namespace of the chart");
    }

    @Test
    void defaultsOfMissingOptionsArePrinted() {
        CommandRun run = CommandRun.of("kind", "from-chart", CHART);

        assertThat(run.exitCode()).isZero();
        assertThat(run.err().lines())
                .containsExactly(
                        "chartroom: --group is not set; the definition uses apps.example.com",
                        "chartroom: --chart-ref is not set; the definition uses OCIRepository/flux-system/message-queue");
    }

    @Test
    void invalidDefinitionIsReportedAndNotPrinted() {
        CommandRun run = CommandRun.of("kind", "from-chart", CHART, "--group=apps", "--kind=queue");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("refused: spec.group: must be", "refused: spec.names.kind: must be");
    }

    @Test
    void folderWithoutChartYamlIsRefused() {
        CommandRun run = CommandRun.of("kind", "from-chart", folder.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualToIgnoringNewLines("chartroom: there is no Chart.yaml in " + folder);
    }

    @Test
    void libraryChartIsRefused() throws IOException {
        Files.writeString(folder.resolve("Chart.yaml"), "name: common\ntype: library\n");

        CommandRun run = CommandRun.of("kind", "from-chart", folder.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("common is a library chart, which cannot be installed");
    }

    @Test
    void invalidValuesYamlIsRefused() throws IOException {
        Files.writeString(folder.resolve("Chart.yaml"), "name: broken\n");
        Files.writeString(folder.resolve("values.yaml"), "a: [\n");

        CommandRun run = CommandRun.of("kind", "from-chart", folder.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("values.yaml: the file is not valid YAML");
    }

    @Test
    void malformedChartRef_exitsTwo() {
        CommandRun run = CommandRun.of("kind", "from-chart", CHART, "--chart-ref=redis");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("must be KIND/NAMESPACE/NAME, not \"redis\"");
    }

    @Test
    void kindWithoutSubcommand_printsTheSubcommands() {
        CommandRun run = CommandRun.of("kind");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("from-chart", "lint");
    }

    @Test
    void outputOfFromChartPassesLint() throws IOException {
        Path file = Files.writeString(
                folder.resolve("queue.yaml"),
                CommandRun.of("kind", "from-chart", CHART).out());

        CommandRun run = CommandRun.of("kind", "lint", file.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("1 file: 0 refusals, 0 warnings, ");
    }

    @Test
    void adviceCausesAFailureOnlyWithStrict() throws IOException {
        String file = Files.writeString(
                        folder.resolve("queue.yaml"),
                        CommandRun.of("kind", "from-chart", CHART).out())
                .toString();

        assertThat(CommandRun.of("kind", "lint", file).out())
                .contains("queue.yaml:25: advice: spec.debug has no description for kubectl explain");
        assertThat(CommandRun.of("kind", "lint", "--strict", file).exitCode()).isEqualTo(1);
    }

    @Test
    void refusedDefinition_exitsOne() throws IOException {
        String file =
                Files.writeString(folder.resolve("bad.yaml"), "kind: Pod\n").toString();

        CommandRun run = CommandRun.of("kind", "lint", file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains(file + ": refused: a definition must be a KindDefinition")
                .contains("1 file: 1 refusal, 0 warnings, 0 pieces of advice");
    }

    @Test
    void lintNeedsAFile() {
        assertThat(CommandRun.of("kind", "lint").exitCode()).isEqualTo(2);
    }
}
