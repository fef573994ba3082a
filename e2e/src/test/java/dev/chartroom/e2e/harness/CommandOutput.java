package dev.chartroom.e2e.harness;

import dev.chartroom.bootstrap.command.ChartroomCommand;
import java.io.PrintWriter;
import java.io.StringWriter;

/** The output of one of Chartroom's commands, run in this process. */
public record CommandOutput(int exitCode, String out, String err) {

    /** @param command the arguments, without the program's name */
    public static CommandOutput of(String... command) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = ChartroomCommand.line()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(command);
        return new CommandOutput(exitCode, out.toString(), err.toString());
    }
}
