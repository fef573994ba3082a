package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.adapters.kubernetes.charts.FluxChartSchemas;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseDirectory;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.kinds.ChartedDefinitions;
import dev.chartroom.bootstrap.kinds.DefinitionDiff;
import dev.chartroom.bootstrap.kinds.DefinitionFiles;
import dev.chartroom.charts.archive.ChartReader;
import dev.chartroom.charts.archive.ChartSchemaArchives;
import dev.chartroom.core.catalogue.ObjectSurvey;
import dev.chartroom.domain.conversion.TemplatedRelease;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.evolution.DefinitionChange;
import dev.chartroom.domain.evolution.DefinitionChanges;
import dev.chartroom.domain.evolution.Impact;
import dev.chartroom.domain.evolution.ObjectComparison;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeclaredKind;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.kind.ChartSchemas;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chartroom kind diff}. */
@Command(
        name = "diff",
        description = {
            "Prints the differences between two definitions and their effects on existing objects.",
            "Reads objects, and the charts that the definitions follow, from a cluster. Changes nothing there."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:no object is lost or becomes invalid",
            "1:an object is lost or becomes invalid; with --offline: an object may be lost or invalid;"
                    + " with --fail-on-upgrade: a release changes",
            "2:a definition is refused, the cluster cannot be read, or the command line is invalid"
        },
        mixinStandardHelpOptions = true)
final class DiffCommand extends ClusterCommand {
    private static final String NONE = "-";
    private static final DefinitionChange ADDED = new DefinitionChange(Impact.ALLOWS, "spec", "the definition is new");

    /** The format of the outcome. */
    enum Format {
        text,
        json
    }

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "OLD", description = "The file of the current definition; - for none.")
    private String old;

    @Parameters(index = "1", paramLabel = "NEW", description = "The file of the new definition.")
    private Path next;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file of the servers: its stores, its releases, and its cluster.")
    private @Nullable Path config;

    @Option(names = "--offline", description = "Compare only the definitions, without a cluster.")
    private boolean offline;

    @Option(
            names = "--fail-on-upgrade",
            description = "Exit with status 1, too, if the rollout of the new definition changes a release.")
    private boolean failOnUpgrade;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "The output format: text or json (${DEFAULT-VALUE}).")
    private Format format = Format.text;

    @Override
    public Integer call() {
        ServerConfig settings = config == null ? null : ConfigFile.read(config, new JacksonCodec());
        DefinitionReader reader = new DefinitionReader(
                settings == null ? ReleaseTemplate.Settings.DEFAULT : ConfigFile.settings(settings),
                text -> new JacksonCodec().parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions(),
                settings == null ? StoreNames.UNKNOWN : settings.storeNames());
        KubernetesHttp http =
                offline ? null : new KubernetesHttp(kubeconfig(settings).client());
        DefinitionFiles files = new DefinitionFiles(
                new JacksonCodec(),
                new YamlLayoutReader(),
                reader,
                http == null ? UnaryOperator.identity() : new ChartedDefinitions(() -> charts(http)));
        DeclaredKind before = old.equals(NONE) ? null : files.kind(Path.of(old));
        DeclaredKind after = files.kind(next);
        DefinitionDiff diff = new DefinitionDiff(
                after.stored().groupResource().toString(),
                before == null ? List.of(ADDED) : DefinitionChanges.between(before, after));
        if (http != null) {
            requireReleases(before == null ? after : before);
            survey(http, new ObjectComparison(before, after), diff);
            addUpgrades(http, after.stored(), diff);
        }
        print(diff);
        boolean fails = offline
                ? diff.mayInvalidateObjects()
                : diff.invalidatesObjects() || (failOnUpgrade && diff.upgradesReleases());
        return fails ? 1 : 0;
    }

    private static void requireReleases(DeclaredKind kind) {
        String store = kind.stored().store();
        if (!store.equals(StoreNames.HELM_RELEASE)) {
            throw new ConfigException("the objects are in the store \"" + store
                    + "\", but this command reads only HelmReleases; compare the definitions with --offline");
        }
    }

    private static ChartSchemas charts(KubernetesHttp http) {
        return new FluxChartSchemas(
                http,
                JacksonCodec.ofStored(),
                new ChartSchemaArchives(
                        new ChartReader(new JacksonCodec(), new YamlLayoutReader()), new CelExpressions()));
    }

    private static void survey(KubernetesHttp http, ObjectComparison comparison, DefinitionDiff diff) {
        JacksonCodec codec = JacksonCodec.ofStored();
        try {
            new ObjectSurvey(new HelmReleaseStore(http, codec), codec).compare(comparison, diff::add);
        } catch (ApiException e) {
            throw new ConfigException("the objects cannot be read: " + e.getMessage());
        }
    }

    /** Adds the releases that a rollout of the new definition changes: for these, Flux runs an upgrade of Helm. */
    private static void addUpgrades(KubernetesHttp http, ApplicationKind kind, DefinitionDiff diff) {
        if (kind.release().rollout().filter(rollout -> !rollout.paused()).isEmpty()) {
            return;
        }
        try {
            new HelmReleaseDirectory(http, JacksonCodec.ofStored()).forEach(kind, (name, stored) -> {
                TemplatedRelease release = TemplatedRelease.of(kind, stored);
                if (release.isOutdated() && !release.changes().isEmpty()) {
                    diff.addUpgrade(name, release.changes());
                }
            });
        } catch (ApiException e) {
            throw new ConfigException("the releases cannot be read: " + e.getMessage());
        }
    }

    private void print(DefinitionDiff diff) {
        PrintWriter out = spec.commandLine().getOut();
        switch (format) {
            case json -> out.println(diff.toJson(!offline));
            case text -> {
                diff.definitionLines().forEach(out::println);
                if (!offline) {
                    diff.objectLines().forEach(out::println);
                }
            }
        }
        out.flush();
    }
}
