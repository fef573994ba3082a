package dev.chartroom.bootstrap;

import dev.chartroom.bootstrap.assembly.Server;
import dev.chartroom.bootstrap.command.ChartroomCommand;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ErrorReport;
import dev.chartroom.core.request.ServerCapacity;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.logging.LogManager;

/**
 * The entry point. Without the command line, it runs {@code rehearse}, and also {@code serve} if the only option is the
 * configuration file. It passes all other arguments to the command line. The command line is a separate class:
 * otherwise, the JVM would load the command-line library to verify this class.
 */
public final class Main {
    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";
    private static final int SOFTWARE = 1;
    private static final int USAGE = 2;

    private Main() {}

    public static void main(String[] args) throws IOException {
        addCarriers();
        if (System.getProperty("java.util.logging.config.file") == null) {
            try (InputStream logging = Main.class.getResourceAsStream("/logging.properties")) {
                LogManager.getLogManager().readConfiguration(logging);
            }
        }
        System.exit(code(args));
    }

    private static int code(String... args) throws IOException {
        if (args.length == 1 && args[0].equals(Rehearsal.COMMAND)) {
            Rehearsal.run();
            return 0;
        }
        Optional<Server> server = Server.of(args);
        return server.isPresent() ? code(server.get()) : ChartroomCommand.execute(args);
    }

    /** Returns the same exit codes as commands. */
    private static int code(Server server) {
        try {
            server.run(new PrintWriter(System.out, false, StandardCharsets.UTF_8));
            return 0;
        } catch (ConfigException e) {
            e.problems().forEach(problem -> System.err.println("chartroom: " + problem));
            return USAGE;
        } catch (Exception e) {
            System.err.println("chartroom: " + ErrorReport.of(e));
            return SOFTWARE;
        }
    }

    /**
     * Sets the number of carrier threads, before the first virtual thread starts. Computations on large input leave as
     * many carrier threads free as there are processors.
     */
    private static void addCarriers() {
        if (System.getProperty(CARRIERS) == null) {
            System.setProperty(CARRIERS, Integer.toString(ServerCapacity.CARRIERS));
        }
    }
}
