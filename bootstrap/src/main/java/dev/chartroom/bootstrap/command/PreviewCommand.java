package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseDirectory;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.assembly.Cluster;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.kinds.RolloutPreview;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chartroom kind preview}. */
@Command(
        name = "preview",
        description = {
            "Lists the releases that a rollout of these definitions would change in a cluster, and the changed fields.",
            "Changes nothing."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {"0:all releases were compared", "1:a definition is refused, or the cluster cannot be read"},
        mixinStandardHelpOptions = true)
final class PreviewCommand extends ClusterCommand {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Definition files, each with one definition.")
    private List<Path> files;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file of the servers, for its kubeconfig and the defaults of releases.")
    private @Nullable Path config;

    @Override
    public Integer call() {
        JacksonCodec codec = new JacksonCodec();
        ServerConfig servers = config == null ? null : ConfigFile.read(config, codec);
        DefinitionReader reader = new DefinitionReader(
                servers == null ? Settings.DEFAULT : ConfigFile.settings(servers),
                text -> codec.parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions());
        Cluster upstream = Cluster.of(kubeconfig(servers));
        RolloutPreview preview = new RolloutPreview(
                codec, new YamlLayoutReader(), reader, new HelmReleaseDirectory(upstream.http(), upstream.stored()));
        return files.stream().map(file -> isComplete(preview, file)).reduce(true, Boolean::logicalAnd) ? 0 : 1;
    }

    private boolean isComplete(RolloutPreview preview, Path file) {
        PrintWriter err = spec.commandLine().getErr();
        List<String> problems;
        try {
            problems = preview.print(file, spec.commandLine().getOut());
        } catch (ApiException e) {
            problems = List.of(String.valueOf(e.getMessage()));
        }
        problems.forEach(problem -> err.println("chartroom: " + file + ": " + problem));
        return problems.isEmpty();
    }
}
