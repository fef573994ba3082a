package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.charts.FluxChartNames;
import dev.chartroom.adapters.kubernetes.helm.HelmSecrets;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseInventory;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.bootstrap.adoption.AdoptionReport;
import dev.chartroom.bootstrap.adoption.CandidateTable;
import dev.chartroom.bootstrap.adoption.ReleaseReport;
import dev.chartroom.bootstrap.adoption.ReleaseReport.Outcome;
import dev.chartroom.bootstrap.assembly.AdoptableKinds;
import dev.chartroom.bootstrap.assembly.Cluster;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.Kubeconfig;
import dev.chartroom.bootstrap.config.TerminalText;
import dev.chartroom.core.adoption.HelmAdoption;
import dev.chartroom.core.adoption.ReleaseAdoption;
import dev.chartroom.domain.adoption.HelmPlan;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.release.ReleaseInventory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chartroom adopt}. */
@Command(
        name = "adopt",
        description = {
            "Makes existing HelmReleases objects of a kind. Sets three labels on each, and nothing else.",
            "Without --yes, prints the effects and changes nothing.",
            "Reads and writes the cluster with the rights of the user in the kubeconfig."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:all releases are adopted; without --yes: they can be adopted",
            "1:some releases cannot be adopted; the output has the reasons",
            "2:the command line or configuration is invalid, or the cluster does not answer"
        },
        mixinStandardHelpOptions = true)
final class AdoptCommand extends ClusterCommand {
    private static final String ALL_NAMESPACES = "";

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "KIND",
            description = "The kind, such as Redis or redises.apps.example.com.")
    private @Nullable String kind;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "RELEASE",
            description = "The names of HelmReleases; with --helm, the names of releases in Helm.")
    private List<String> releases = List.of();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file of the servers, for their kinds and the defaults of releases.")
    private @Nullable Path config;

    @Option(
            names = {"-f", "--definition"},
            paramLabel = "FILE",
            description = "A definition file, instead of --config. Can be repeated.")
    private List<Path> definitions = List.of();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "The namespace of the releases (that of the context, or " + NAMESPACE
                    + "; with --list, all namespaces).")
    private @Nullable String namespace;

    @Option(names = "--list", description = "List the plain HelmReleases that have the chart of a kind.")
    private boolean list;

    @Option(names = "--undo", description = "Remove the labels again.")
    private boolean undo;

    @Option(
            names = "--helm",
            description = "Create HelmReleases for releases that the helm command installed. Flux upgrades them.")
    private boolean helm;

    @Option(names = "--suspend", description = "With --helm, create suspended HelmReleases.")
    private boolean suspend;

    @Option(names = "--allow-invalid", description = "With --helm, accept values that users of the kind could not set.")
    private boolean allowInvalid;

    @Option(names = "--yes", description = "Make the changes.")
    private boolean yes;

    @Override
    public Integer call() {
        checkOptions();
        Kubeconfig kubeconfig = kubeconfig();
        Cluster cluster = Cluster.of(kubeconfig);
        AdoptableKinds adoptable = config == null
                ? AdoptableKinds.of(definitions, cluster)
                : AdoptableKinds.of(ConfigFile.read(config, new JacksonCodec()), cluster);
        ReleaseInventory inventory = new HelmReleaseInventory(cluster.http(), cluster.stored());
        ReleaseAdoption adoption = new ReleaseAdoption(inventory);
        if (list) {
            return list(adoption, kind == null ? adoptable.all() : List.of(adoptable.named(kind)), adoptable.all());
        }
        if (kind == null) {
            throw new ConfigException("the kind is missing");
        }
        ApplicationKind ofReleases = adoptable.named(kind);
        AdoptionReport report = new AdoptionReport(ofReleases, yes);
        String inNamespace = namespace == null ? kubeconfig.namespace().orElse(NAMESPACE) : namespace;
        if (undo) {
            return changed(
                    inNamespace,
                    name -> report.of(
                            name, yes ? adoption.undo(ofReleases, name) : adoption.returnPlan(ofReleases, name)));
        }
        if (helm) {
            HelmAdoption ofHelm = new HelmAdoption(
                    inventory,
                    new HelmSecrets(cluster.http(), cluster.stored()),
                    new FluxChartNames(cluster.http(), cluster.stored()));
            HelmPlan.Options options = new HelmPlan.Options(suspend, allowInvalid);
            return changed(
                    inNamespace,
                    name -> report.of(
                            name,
                            yes ? ofHelm.adopt(ofReleases, name, options) : ofHelm.plan(ofReleases, name, options)));
        }
        return changed(
                inNamespace,
                name -> report.of(name, yes ? adoption.adopt(ofReleases, name) : adoption.plan(ofReleases, name)));
    }

    private void checkOptions() {
        if ((config == null) == definitions.isEmpty()) {
            throw new ConfigException("either --config or --definition is required");
        }
        if (list && (undo || helm || yes || !releases.isEmpty())) {
            throw new ConfigException("--list: cannot be combined with releases, --undo, --helm or --yes");
        }
        if (!list && releases.isEmpty()) {
            throw new ConfigException("a kind and at least one release are required, or --list");
        }
        if (undo && helm) {
            throw new ConfigException("--undo: cannot be combined with --helm");
        }
        if (suspend && !helm) {
            throw new ConfigException("--suspend: requires --helm");
        }
        if (allowInvalid && !helm) {
            throw new ConfigException("--allow-invalid: requires --helm");
        }
    }

    private int list(ReleaseAdoption adoption, List<ApplicationKind> wanted, List<ApplicationKind> served) {
        CandidateTable table = new CandidateTable();
        adoption.candidates(namespace == null ? ALL_NAMESPACES : namespace, served, candidate -> {
            if (wanted.contains(candidate.kind())) {
                table.add(candidate);
            }
        });
        print(spec.commandLine().getOut(), table.lines(), "");
        return 0;
    }

    /** Handles each release. A release that cannot be changed does not prevent the changes of the others. */
    private int changed(String inNamespace, Function<NamespacedName, ReleaseReport> change) {
        Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
        PrintWriter out = spec.commandLine().getOut();
        try (ProgressBar bar = ProgressBar.of(spec.commandLine().getErr())) {
            int done = 0;
            for (String release : releases) {
                bar.report(done++, releases.size());
                ReleaseReport report = report(new NamespacedName(inNamespace, release), change);
                bar.clear();
                outcomes.add(report.outcome());
                if (report.outcome() == Outcome.REFUSED) {
                    print(spec.commandLine().getErr(), report.lines(), "chartroom: ");
                } else {
                    print(out, report.lines(), "");
                }
            }
        }
        if (!yes && outcomes.contains(Outcome.POSSIBLE)) {
            print(out, List.of("Nothing was changed. To make these changes, add --yes."), "");
        }
        return outcomes.contains(Outcome.REFUSED) ? 1 : 0;
    }

    private static ReleaseReport report(NamespacedName release, Function<NamespacedName, ReleaseReport> change) {
        try {
            return change.apply(release);
        } catch (ApiException e) {
            // If the cluster does not answer, it does not answer for the other releases either.
            if (Status.of(e.error()).code() == StatusReason.SERVICE_UNAVAILABLE.code()) {
                throw e;
            }
            return AdoptionReport.failed(release, String.valueOf(e.getMessage()));
        }
    }

    private static void print(PrintWriter out, List<String> lines, String prefix) {
        lines.forEach(line -> out.println(prefix + TerminalText.escaped(line)));
        out.flush();
    }
}
