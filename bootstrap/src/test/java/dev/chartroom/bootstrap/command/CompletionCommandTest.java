package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the scripts in the shells themselves. A shell that the machine does not have is skipped, except bash. */
class CompletionCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kin | kind",
                "ver | version",
                "kind li | lint",
                "kind diff --out | --output",
                "kind diff --output j | json",
                "export --kube | --kubeconfig",
                "import --cont | --context",
                "completion f | fish",
            })
    void bashCompletesCommandsOptionsAndValues(String typed, String completed) throws Exception {
        String output = run("bash", "--norc", "-c", """
                source %s
                COMP_WORDS=(chartroom %s)
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                COMP_LINE="${COMP_WORDS[*]}"
                COMP_POINT=${#COMP_LINE}
                _complete_chartroom chartroom
                printf '%%s\\n' "${COMPREPLY[@]}"
                """.formatted(script("bash"), typed));

        assertThat(output.lines().map(String::strip)).contains(completed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kind", "export", "completion"})
    void zshAcceptsTheScript(String command) throws Exception {
        Assumptions.assumeTrue(isInstalled("zsh"), "zsh is not installed");

        String output = run(
                "zsh",
                "-f",
                "-c",
                "autoload -U compinit && compinit -u -D; source " + script("zsh")
                        + "; print -r -- ${_comps[chartroom]}; _complete_chartroom " + command);

        assertThat(output).contains("_complete_chartroom");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'chartroom kin' | kind",
                "'chartroom kind li' | lint",
                "'chartroom kind diff --out' | --output",
                "'chartroom kind diff --output j' | json",
                "'chartroom export --kube' | --kubeconfig",
                "'chartroom completion f' | fish",
            })
    void fishCompletesCommandsOptionsAndValues(String typed, String completed) throws Exception {
        Assumptions.assumeTrue(isInstalled("fish"), "fish is not installed");

        String output = run("fish", "--no-config", "-c", "source " + script("fish") + "; complete -C '" + typed + "'");

        assertThat(output.lines().map(line -> line.replaceFirst("\t.*", "").replaceFirst("^--output=", "")))
                .contains(completed);
    }

    @Test
    void scriptForFishHasTheOptionsOfNestedCommands() {
        assertThat(CommandRun.of("completion", "fish").out().lines())
                .contains("complete -c chartroom -f")
                .anyMatch(line -> line.startsWith("complete -c chartroom -n '__fish_seen_subcommand_from kind; and not"
                                + " __fish_seen_subcommand_from ")
                        && line.contains(" -a lint -d 'Checks kind definitions"))
                .anyMatch(line -> line.startsWith(
                                "complete -c chartroom -n '__fish_seen_subcommand_from kind; and __fish_seen_subcommand_from"
                                        + " diff' -s o -l output -x -a 'text json'")
                        || line.startsWith(
                                "complete -c chartroom -n '__fish_seen_subcommand_from kind; and __fish_seen_subcommand_from"
                                        + " diff' -l output -s o -x -a 'text json'"));
    }

    @Test
    void unknownShell_exitsTwo() {
        CommandRun run = CommandRun.of("completion", "tcsh");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("tcsh", "bash, zsh, fish");
    }

    private Path script(String shell) throws IOException {
        CommandRun run = CommandRun.of("completion", shell);
        assertThat(run.exitCode()).isZero();
        return Files.writeString(folder.resolve("completion." + shell), run.out());
    }

    private static boolean isInstalled(String shell) {
        return List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(bin -> Files.isExecutable(Path.of(bin, shell)));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
