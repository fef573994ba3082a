package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.FileProblem;
import dev.chartroom.bootstrap.config.Kubeconfig;
import dev.chartroom.bootstrap.transfer.ObjectImport;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chartroom import}. */
@Command(
        name = "import",
        description = {
            "Creates the objects of a YAML file, such as the output of chartroom export, in the store of their kind.",
            "Updates objects that exist already."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:all objects match the file",
            "1:the server refused some objects",
            "2:the command line is invalid, the file cannot be read, or the server does not answer"
        },
        mixinStandardHelpOptions = true)
final class ImportCommand extends ClusterCommand {
    private static final String STANDARD_INPUT = "-";
    private static final String FIELD_MANAGER = "chartroom-import";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file; - for standard input.")
    private String file;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "The namespace of objects that name none (that of the context, or " + NAMESPACE + ").")
    private @Nullable String namespace;

    @Override
    public Integer call() {
        Kubeconfig kubeconfig = kubeconfig();
        ObjectImport objects = new ObjectImport(
                new KubernetesHttp(kubeconfig.client()),
                JacksonCodec.ofStored(),
                FIELD_MANAGER,
                namespace == null ? kubeconfig.namespace().orElse(NAMESPACE) : namespace);
        List<ObjectImport.Outcome> outcomes;
        try (ProgressBar bar = ProgressBar.of(spec.commandLine().getErr())) {
            outcomes = objects.store(text(), bar);
        }
        if (outcomes.isEmpty()) {
            throw new ConfigException(file + ": there is no object in it");
        }
        PrintWriter out = spec.commandLine().getOut();
        outcomes.forEach(
                outcome -> out.println(outcome.name() + (outcome.refused() ? ": refused: " : ": ") + outcome.result()));
        out.flush();
        return outcomes.stream().anyMatch(ObjectImport.Outcome::refused) ? 1 : 0;
    }

    private String text() {
        try {
            return new String(
                    file.equals(STANDARD_INPUT) ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file)),
                    StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ConfigException(file + ": " + FileProblem.of(e, Path.of(file)));
        }
    }
}
