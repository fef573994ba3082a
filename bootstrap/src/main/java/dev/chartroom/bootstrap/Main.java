package dev.chartroom.bootstrap;

import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.ports.limit.ServerCapacity;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.logging.LogManager;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line. */
@Command(
        name = "chartroom",
        description = "Serves Helm charts as Kubernetes kinds.",
        version = Assembly.VERSION,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DevCommand.class,
            ServeCommand.class,
            KindCommand.class,
            ExportCommand.class,
            ImportCommand.class,
            MigrateCommand.class,
            VersionCommand.class,
            RehearseCommand.class
        })
public final class Main {
    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";

    public static void main(String[] args) throws IOException {
        addCarriers();
        if (System.getProperty("java.util.logging.config.file") == null) {
            try (InputStream logging = Main.class.getResourceAsStream("/logging.properties")) {
                LogManager.getLogManager().readConfiguration(logging);
            }
        }
        Optional<Server> server = Server.of(args);
        System.exit(server.isPresent() ? ended(server.get()) : commandLine().execute(args));
    }

    /** The exit code, as commands have it. */
    private static int ended(Server server) {
        try {
            server.run(new PrintWriter(System.out, false, StandardCharsets.UTF_8));
            return CommandLine.ExitCode.OK;
        } catch (ConfigException e) {
            System.err.println("chartroom: " + e.getMessage());
            return CommandLine.ExitCode.USAGE;
        } catch (Exception e) {
            e.printStackTrace();
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    /** Before the first virtual thread: computations of large input leave as many carriers as there are processors. */
    private static void addCarriers() {
        if (System.getProperty(CARRIERS) == null) {
            System.setProperty(CARRIERS, Integer.toString(ServerCapacity.CARRIERS));
        }
    }

    /** All commands, to be executed. */
    public static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        commandLine.setExecutionExceptionHandler((exception, command, _) -> {
            if (!(exception instanceof ConfigException)) {
                throw exception;
            }
            command.getErr().println("chartroom: " + exception.getMessage());
            return CommandLine.ExitCode.USAGE;
        });
        return commandLine;
    }
}
