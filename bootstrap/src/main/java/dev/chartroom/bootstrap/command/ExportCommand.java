package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.bootstrap.transfer.ObjectExport;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import java.io.Console;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chartroom export}. */
@Command(
        name = "export",
        description = {
            "Prints all objects of API groups as YAML, one per document, regardless of their store.",
            "Omits the fields that the server sets.",
            "Omits owner references, because the uids of owners are valid only in this cluster."
        },
        mixinStandardHelpOptions = true)
final class ExportCommand extends ClusterCommand {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "GROUP", description = "API groups, such as apps.example.com.")
    private List<String> groups;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            defaultValue = "",
            description = "Print only the objects of this namespace.")
    private String namespace;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        long written = 0;
        // On a terminal, the bar would be between the lines of the output.
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        try (ProgressBar bar =
                new ProgressBar(spec.commandLine().getErr(), terminal ? Map.of() : System.getenv(), System::nanoTime)) {
            ObjectExport export =
                    new ObjectExport(new KubernetesHttp(kubeconfig().client()), JacksonCodec.ofStored(), out, bar);
            for (String group : groups) {
                written += export.write(group, namespace);
            }
        }
        out.flush();
        spec.commandLine().getErr().println(written + (written == 1 ? " object" : " objects"));
        return 0;
    }
}
