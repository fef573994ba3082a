package dev.chartroom.bootstrap.command;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** The output and the exit code of a command. */
public record CommandRun(int exitCode, String out, String err) {

    public static CommandRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine =
                ChartroomCommand.line().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int exitCode = commandLine.execute(arguments);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}
