package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.assembly.Cluster;
import dev.chartroom.bootstrap.assembly.Migration;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.core.migration.KindMigration;
import dev.chartroom.core.migration.MigrationException;
import dev.chartroom.core.migration.MigrationPlan;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chartroom migrate}. */
@Command(
        name = "migrate",
        description = {
            "Moves the objects of kinds from one store to another while servers run.",
            "Preserves uids, labels, managed fields, finalizers and the order of resource versions.",
            "Reads continue, and writes wait for less than a second. To resume, run the same command again.",
            "The first store keeps its objects; the servers use those of the second store."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:all objects are in the second store; with --dry-run: they can be moved",
            "1:a kind cannot be moved, or a client wrote to the first store after the move; the output names the kinds",
            "2:the command line or configuration is invalid, or a store cannot be opened"
        },
        mixinStandardHelpOptions = true)
final class MigrateCommand extends ClusterCommand {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "RESOURCE.GROUP",
            description = "The kinds, such as redises.apps.example.com (all kinds in the first store).")
    private List<String> resources = List.of();

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "The configuration file of the servers, with both stores and stores.placements.")
    private Path config;

    @Option(names = "--from", required = true, paramLabel = "STORE", description = "The store to move from.")
    private String from;

    @Option(names = "--to", required = true, paramLabel = "STORE", description = "The store to move to.")
    private String to;

    @Option(names = "--stopped", description = "Move objects while no server runs.")
    private boolean stopped;

    @Option(names = "--dry-run", description = "Print the work to do, and write no object.")
    private boolean dryRun;

    @Option(
            names = "--replace",
            description = {
                "Delete objects that are in the second store only.",
                "WARNING: If these are HelmReleases, Flux uninstalls them."
            })
    private boolean replace;

    @Option(
            names = "--longest-pause",
            paramLabel = "DURATION",
            defaultValue = "700ms",
            description = "How long writes may pause. Then they continue, and the command retries (${DEFAULT-VALUE}).")
    private String longestPause;

    @Option(
            names = "--last-look",
            paramLabel = "DURATION",
            defaultValue = "20s",
            description = "The time after the moves until the command checks the first store for late writes"
                    + " (${DEFAULT-VALUE}).")
    private String lastLook;

    @Override
    public Integer call() {
        Duration pause = duration("--longest-pause", longestPause);
        if (!pause.isPositive()) {
            throw new ConfigException("--longest-pause: must be more than 0");
        }
        Duration rest = duration("--last-look", lastLook);
        if (from.equals(to)) {
            throw new ConfigException("--from and --to: must be two different stores");
        }
        ServerConfig settings = ConfigFile.read(config, new JacksonCodec());
        try (Migration migration = Migration.open(settings, Cluster.of(kubeconfig(settings)), from, to, pause);
                ProgressBar bar = ProgressBar.of(spec.commandLine().getErr())) {
            List<ApplicationKind> kinds = migration.kinds(resources);
            if (!stopped && !migration.isFollowed()) {
                throw new ConfigException(
                        "no server uses stores.placements: configure it in the servers, or use --stopped if none runs");
            }
            if (kinds.isEmpty()) {
                print("no kind is in " + from);
            }
            Map<ApplicationKind, KindMigration> done = new LinkedHashMap<>();
            int finished = 0;
            for (ApplicationKind kind : kinds) {
                bar.report(finished++, kinds.size());
                KindMigration ofKind = migration.of(kind, line -> {
                    bar.clear();
                    print(kind, line);
                });
                if (!migration.isPossible(kind)) {
                    print(kind, "cannot move to " + to + ": the definition of the kind has no spec.release");
                } else if (succeeds(kind, () -> dryRun ? planned(kind, ofKind) : moved(kind, ofKind))) {
                    done.put(kind, ofKind);
                }
            }
            bar.clear();
            boolean nothingLeft = dryRun || done.isEmpty() || nothingLeft(done, rest);
            return nothingLeft && done.size() == kinds.size() ? 0 : 1;
        }
    }

    private boolean succeeds(ApplicationKind kind, BooleanSupplier step) {
        try {
            return step.getAsBoolean();
        } catch (MigrationException | ApiException e) {
            print(kind, String.valueOf(e.getMessage()));
            return false;
        }
    }

    private boolean planned(ApplicationKind kind, KindMigration migration) {
        MigrationPlan plan = migration.plan();
        print(kind, plan.toString());
        return replace || plan.needsNoRemoval();
    }

    private boolean moved(ApplicationKind kind, KindMigration migration) {
        KindMigration.Outcome outcome = migration.run(replace);
        print(
                kind,
                "moved to %s: %d objects, sha256:%s, writes paused for %d ms"
                        .formatted(
                                to,
                                outcome.objects(),
                                outcome.digest(),
                                outcome.pause().toMillis()));
        return true;
    }

    private boolean nothingLeft(Map<ApplicationKind, KindMigration> moved, Duration rest) {
        print("waiting " + rest.toSeconds() + " s to check " + from + " for late writes");
        try {
            Thread.sleep(rest);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
        boolean nothing = true;
        for (Map.Entry<ApplicationKind, KindMigration> each : moved.entrySet()) {
            nothing &= succeeds(each.getKey(), () -> nothingLeft(each.getKey(), each.getValue()));
        }
        return nothing;
    }

    private boolean nothingLeft(ApplicationKind kind, KindMigration migration) {
        if (from.equals(StoreNames.HELM_RELEASE) && kind.release().isProjected()) {
            // This store still gets writes: for each object in the other store, the servers themselves write a release.
            return true;
        }
        List<NamespacedName> leftBehind = migration.leftBehind();
        leftBehind.forEach(object ->
                print(kind, object.key() + " was written to " + from + " after the move, and differs in " + to));
        return leftBehind.isEmpty();
    }

    private void print(ApplicationKind kind, String line) {
        print(kind.groupResource() + ": " + line);
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    private static Duration duration(String option, String text) {
        try {
            return GoDuration.parse(text).duration();
        } catch (IllegalArgumentException e) {
            throw new ConfigException(option + ": " + e.getMessage());
        }
    }
}
