package dev.chartroom.bootstrap.command;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.config.BuildInfo;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code chartroom version}. */
@Command(
        name = "version",
        description = "Prints the version, the commit of the build, and the version of Java.",
        mixinStandardHelpOptions = true)
final class VersionCommand implements Runnable {
    /** The format of the output. */
    enum Format {
        text,
        json
    }

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "The output format: text or json (${DEFAULT-VALUE}).")
    private Format format = Format.text;

    @Override
    public void run() {
        String version = spec.root().version()[0];
        BuildInfo build = BuildInfo.ofThisProgram();
        String java = Runtime.version().toString();
        PrintWriter out = spec.commandLine().getOut();
        switch (format) {
            case text ->
                out.printf(
                        "%s%ncommit: %s%s%njava: %s%n",
                        version, build.commit(), build.modified() ? " (modified)" : "", java);
            case json ->
                out.println(JsonObject.builder()
                        .put("version", version)
                        .put("commit", build.commit())
                        .put("modified", build.modified())
                        .put("java", java)
                        .build());
        }
        out.flush();
    }
}
