package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.bootstrap.GeneratedDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/reference/cli.md has the output of {@code --help} of each command. With {@code -Ddocs.write=true}, it is rewritten. */
class CommandReferenceTest {
    private static final String HEADER = """
            # Command line

            This page has the output of `--help` of each command. A test generates the page from the program.
            [Configuration](../configuration.md#commands) lists the effect and the exit status of each command, the environment
            variables, and the options that commands share.
            """;

    @Test
    void pageHasTheHelpOfEveryCommand() throws IOException {
        StringBuilder page = new StringBuilder(HEADER);
        List<String> commands = new ArrayList<>();
        add(ChartroomCommand.line(), commands, page);

        assertThat(commands).hasSizeGreaterThan(15).contains("chartroom", "chartroom kind lint", "chartroom doctor");
        GeneratedDocument.assertIs("reference/cli.md", page.toString());
    }

    private static void add(CommandLine line, List<String> commands, StringBuilder page) {
        String command = line.getCommandSpec().qualifiedName();
        commands.add(command);
        page.append("\n## ").append(command).append("\n\n```text\n$ ");
        page.append(command).append(" --help\n").append(help(command)).append("```\n");
        line.getSubcommands().values().forEach(subcommand -> add(subcommand, commands, page));
    }

    private static String help(String command) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.removeFirst();
        words.add("--help");
        CommandRun run = CommandRun.of(words.toArray(String[]::new));

        assertThat(run.exitCode()).as(command).isZero();
        return run.out().lines().map(text -> text.stripTrailing() + "\n").collect(Collectors.joining());
    }
}
