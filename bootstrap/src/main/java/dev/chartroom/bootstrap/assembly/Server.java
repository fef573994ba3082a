package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.logging.LogSetup;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * {@code chartroom serve} without the command line. The parsing of options by the command line would take a fifth of
 * the start time.
 *
 * @param config the configuration file
 */
public record Server(Path config) {
    private static final String COMMAND = "serve";
    private static final String OPTION = "--config";

    /** Returns the server for the arguments {@code serve --config FILE}; empty for all other arguments. */
    public static Optional<Server> of(String... arguments) {
        try {
            return ofValid(arguments);
        } catch (InvalidPathException _) {
            // The command line reports it.
            return Optional.empty();
        }
    }

    private static Optional<Server> ofValid(String... arguments) {
        if (arguments.length == 3 && arguments[0].equals(COMMAND) && arguments[1].equals(OPTION)) {
            return Optional.of(new Server(Path.of(arguments[2])));
        }
        return arguments.length == 2 && arguments[0].equals(COMMAND) && arguments[1].startsWith(OPTION + "=")
                ? Optional.of(new Server(Path.of(arguments[1].substring(OPTION.length() + 1))))
                : Optional.empty();
    }

    /**
     * Serves until the process gets a signal to stop.
     *
     * @throws ConfigException if the configuration is invalid
     */
    public void run(PrintWriter out) throws InterruptedException {
        ServerConfig read = ConfigFile.read(config, new JacksonCodec());
        LogSetup.apply(read.logOrDefault());
        // The first read of all objects needs more memory than the objects themselves do. After the read, a garbage
        // collection frees the additional memory.
        Assembly assembly = Assembly.serve(read, System::gc);
        int kinds = assembly.catalogue().registry().kinds().size();
        out.printf(
                "Chartroom serves %d %s on %s:%d%n",
                kinds, kinds == 1 ? "kind" : "kinds", read.listen().address(), assembly.port());
        ServerConfig.Console console = read.console();
        if (console != null) {
            out.printf(
                    "The console is on https://%s:%d/console%n",
                    console.listen().address(), assembly.consolePort());
        }
        out.flush();
        Shutdown.closeOnSignal(assembly);
    }
}
