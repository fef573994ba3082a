package dev.chartroom.bootstrap.command;

import dev.chartroom.bootstrap.assembly.Assembly;
import dev.chartroom.bootstrap.assembly.Shutdown;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.dev.DevConsole;
import dev.chartroom.bootstrap.dev.DevDatabase;
import dev.chartroom.bootstrap.dev.DevMode;
import dev.chartroom.bootstrap.dev.DevObjects;
import dev.chartroom.domain.kind.ApplicationKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code chartroom dev}. */
@Command(
        name = "dev",
        description = "Starts a server on loopback, without a cluster, with an example catalogue to try with kubectl.",
        mixinStandardHelpOptions = true)
final class DevCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--address", defaultValue = "127.0.0.1", description = "The loopback address (${DEFAULT-VALUE}).")
    private String address;

    @Option(names = "--port", defaultValue = "8443", description = "The port; 0 for any free port (${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--console-port",
            description = "The port of the console; 0 for any free port (the next one after --port).")
    private @Nullable Integer consolePort;

    @Option(
            names = "--directory",
            defaultValue = ".chartroom",
            description = "The folder of the kubeconfig and the database (${DEFAULT-VALUE}).")
    private Path directory;

    @Option(
            names = "--store",
            defaultValue = "memory",
            description = "The store of objects: memory, or postgres for a PostgreSQL that keeps them in --directory"
                    + " (${DEFAULT-VALUE}).")
    private DevStore store;

    /** The constants are spelled as in kind definitions. */
    @SuppressWarnings("ConstantField")
    private enum DevStore {
        memory,
        postgres
    }

    @Option(names = "--kinds", description = "A folder of kind definitions, instead of the example catalogue.")
    private @Nullable Path kinds;

    @Option(
            names = "--simulate",
            arity = "0..1",
            defaultValue = "true",
            fallbackValue = "true",
            description = "Whether releases become Ready after two seconds, although nothing is installed"
                    + " (${DEFAULT-VALUE}).")
    private boolean simulate;

    @Override
    public Integer call() throws Exception {
        DevMode dev = DevMode.prepare(address, port, directory, Clock.systemUTC());
        Path catalogue = kinds == null ? exampleCatalogue() : kinds;
        if (!Files.isDirectory(catalogue)) {
            throw new ConfigException("--kinds: the folder " + catalogue + " does not exist");
        }
        DevObjects objects = switch (store) {
            case memory -> DevObjects.MEMORY;
            case postgres -> DevDatabase.start(directory);
        };
        Optional<DevConsole> console = DevConsole.prepare(dev, consolePort != null ? consolePort : afterPort());
        Assembly assembly = Assembly.dev(dev, catalogue, objects, simulate, console);
        dev.writeKubeconfig(assembly.port());
        PrintWriter out = spec.commandLine().getOut();
        List<ApplicationKind> served = assembly.catalogue().registry().kinds().stream()
                .filter(kind -> !kind.isBuiltIn())
                .toList();
        out.printf(
                """
                Chartroom serves %d %s on %s, %s, with%s simulated releases. Try, in another terminal:

                  export KUBECONFIG=%s
                  kubectl api-resources
                %s
                %sPress Ctrl-C to stop the server.
                """,
                served.size(),
                served.size() == 1 ? "kind" : "kinds",
                dev.url(assembly.port()),
                switch (store) {
                    case memory -> "in memory";
                    case postgres -> "in PostgreSQL";
                },
                simulate ? "" : "out",
                dev.kubeconfig().toAbsolutePath().normalize(),
                suggestions(served),
                console.map(each -> """
                                Or open the console in a browser. This address works once, for a minute:

                                  %s

                                """.formatted(each.loginUrl())).orElse("""
                                This program was built without Node.js, so it has no console.

                                """));
        out.flush();
        Shutdown.closeOnSignal(assembly);
        return 0;
    }

    private int afterPort() {
        return port == 0 || port == 65_535 ? 0 : port + 1;
    }

    /** Returns commands to try, each in a line of its own. They fit the kinds that are served. */
    private String suggestions(List<ApplicationKind> served) {
        if (kinds == null) {
            return """
                      kubectl explain redis.spec
                      kubectl create -f examples/redis.yaml && kubectl get redises
                    """
                    + (simulate
                            ? "  kubectl wait --for=condition=Ready redis/cart && kubectl describe redis cart\n"
                            : "");
        }
        return served.stream()
                .findFirst()
                .map(ApplicationKind::names)
                .map(names -> """
                          kubectl explain %s.spec
                          kubectl get %s
                        """.formatted(names.singular(), names.plural()))
                .orElseGet(() -> "\nPut kind definitions into " + kinds + ". They are served within a second.\n");
    }

    /**
     * Returns the folder of the example catalogue: a folder in the program's jar, or a folder on disk if the program
     * does not run from a jar.
     */
    private static Path exampleCatalogue() throws IOException, URISyntaxException {
        URL resource = DevCommand.class.getResource("/catalogue");
        if (resource == null) {
            throw new IllegalStateException("the program was built without its example catalogue");
        }
        URI uri = resource.toURI();
        return uri.getScheme().equals("jar")
                ? FileSystems.newFileSystem(uri, Map.of()).getPath("/catalogue")
                : Path.of(uri);
    }
}
