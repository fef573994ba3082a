package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ChartroomCommandTest {
    @TempDir
    private Path folder;

    @Test
    void unreachableCluster_printsOneLineWithoutAStackTrace() throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: a, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: a, user: {token: none}}]
                contexts: [{name: a, context: {cluster: a, user: a}}]
                current-context: a
                """);

        CommandRun run = CommandRun.of("export", "apps.example.com", "--kubeconfig", kubeconfig.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).singleElement().asString().startsWith("chartroom: ");
    }

    @Test
    void unexpectedError_printsOneLineAndWritesTheDetailsToAFile() throws Exception {
        StringWriter err = new StringWriter();
        CommandLine line = ChartroomCommand.line().setErr(new PrintWriter(err, true));

        int exitCode = line.getExecutionExceptionHandler()
                .handleExecutionException(new IllegalStateException("odd"), line, line.parseArgs("version"));

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("chartroom: an unexpected error occurred");
        Path details = Path.of(err.toString().strip().replaceFirst(".* in ", ""));
        assertThat(details).content().contains("IllegalStateException: odd", "\tat ");
        Files.delete(details);
    }

    @Test
    void everyCommandHasHelp() {
        ChartroomCommand.line().getSubcommands().keySet().forEach(command -> {
            CommandRun run = CommandRun.of(command, "--help");

            assertThat(run.exitCode()).as(command).isZero();
            assertThat(run.out()).as(command).contains("Usage: chartroom " + command);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "serv | unknown command \"serv\"; did you mean \"chartroom serve\"?",
                "lint | unknown command \"lint\"; did you mean \"chartroom kind lint\"?",
                "kind difff | unknown command \"difff\"; did you mean \"chartroom kind diff\"?",
                "kind exprt | unknown command \"exprt\"; did you mean \"chartroom export\"?",
                "qqqqqqqq | unknown command \"qqqqqqqq\"",
                "kind diff --oflline | unknown option \"--oflline\"; did you mean \"--offline\"?",
                "export --kubeconfg=x | unknown option \"--kubeconfg\"; did you mean \"--kubeconfig\"?",
                "version extra | unexpected argument \"extra\"",
            })
    void unknownWordsSuggestRealOnes(String arguments, String message) {
        CommandRun run = CommandRun.of(arguments.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines().findFirst()).contains("chartroom: " + message);
        assertThat(run.err()).contains("Run 'chartroom").hasLineCount(2);
    }

    @Test
    void versionNamesTheCommitAndJava() {
        CommandRun run = CommandRun.of("version");
        assertThat(run.out().lines())
                .satisfiesExactly(
                        version -> assertThat(version).matches("v\\d+\\.\\d+\\.\\d+"),
                        commit -> assertThat(commit).matches("commit: ([0-9a-f]{40}( \\(modified\\))?|unknown)"),
                        java -> assertThat(java).isEqualTo("java: " + Runtime.version()));

        assertThat(CommandRun.of("version", "-o", "json").out())
                .matches(
                        "\\{\"version\":\"v[^\"]+\",\"commit\":\"\\w+\",\"modified\":(true|false),\"java\":\"[^\"]+\"}\\R");
    }
}
