package dev.chartroom.bootstrap;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.meta.GoDuration;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.migration.KindMigration;
import dev.chartroom.ports.migration.MigrationException;
import dev.chartroom.ports.migration.MigrationPlan;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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
            "Moves the objects of kinds from one store to another while they are served.",
            "They stay what they are: uid, labels, managed fields, finalizers and the order of their resource versions.",
            "Reads go on, and writes wait for less than a second. What is interrupted is begun again by the same command.",
            "The objects of the first store stay there; the servers look at those of the other one."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:all objects are where they are to be",
            "1:some are not, or somebody still wrote in the first store; what is said tells which",
            "2:the command has a mistake, or a store cannot be opened"
        },
        mixinStandardHelpOptions = true)
final class MigrateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "RESOURCE.GROUP",
            description = "The kinds, such as redises.apps.example.com (all that are in the first store).")
    private List<String> resources = List.of();

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "The configuration file of the servers, with both stores and stores.placements.")
    private Path config;

    @Option(names = "--from", required = true, paramLabel = "STORE", description = "Where the objects are.")
    private String from;

    @Option(names = "--to", required = true, paramLabel = "STORE", description = "Where they are to be.")
    private String to;

    @Option(names = "--stopped", description = "No server runs, so none has to follow.")
    private boolean stopped;

    @Option(names = "--dry-run", description = "Say what there is to do, and write nothing.")
    private boolean dryRun;

    @Option(
            names = "--replace",
            description = {"Remove what is in the second store only.", "Of HelmReleases that is what Flux uninstalls."})
    private boolean replace;

    @Option(
            names = "--longest-pause",
            paramLabel = "DURATION",
            defaultValue = "700ms",
            description = "After which writes go on where they were, and it is tried again (${DEFAULT-VALUE}).")
    private String longestPause;

    @Option(
            names = "--last-look",
            paramLabel = "DURATION",
            defaultValue = "20s",
            description = "How long after the moves to look whether somebody still wrote in the first store"
                    + " (${DEFAULT-VALUE}).")
    private String lastLook;

    @Override
    public Integer call() {
        Duration pause = duration("--longest-pause", longestPause);
        if (!pause.isPositive()) {
            throw new ConfigException("--longest-pause: must be more than 0");
        }
        Duration rest = duration("--last-look", lastLook);
        ServerConfig settings = ConfigFile.read(config, new JacksonCodec());
        try (Migration migration = Migration.open(settings, from, to, pause)) {
            List<ApplicationKind> kinds = migration.kinds(resources);
            if (!stopped && !migration.isFollowed()) {
                throw new ConfigException(
                        "no server goes by stores.placements: start them with it, or say --stopped where none runs");
            }
            if (kinds.isEmpty()) {
                say("no kind is in " + from);
            }
            Map<ApplicationKind, KindMigration> done = new LinkedHashMap<>();
            for (ApplicationKind kind : kinds) {
                KindMigration ofKind = migration.of(kind, line -> say(kind, line));
                if (!migration.isPossible(kind)) {
                    say(kind, "cannot be in " + to + ": its definition has no spec.release");
                } else if (tried(kind, () -> dryRun ? planned(kind, ofKind) : moved(kind, ofKind))) {
                    done.put(kind, ofKind);
                }
            }
            boolean nothingLeft = dryRun || done.isEmpty() || nothingLeft(done, rest);
            return nothingLeft && done.size() == kinds.size() ? 0 : 1;
        }
    }

    private boolean tried(ApplicationKind kind, BooleanSupplier step) {
        try {
            return step.getAsBoolean();
        } catch (MigrationException | ApiException e) {
            say(kind, String.valueOf(e.getMessage()));
            return false;
        }
    }

    private boolean planned(ApplicationKind kind, KindMigration migration) {
        MigrationPlan plan = migration.plan();
        say(kind, plan.toString());
        return replace || plan.isUnobjectionable();
    }

    private boolean moved(ApplicationKind kind, KindMigration migration) {
        KindMigration.Outcome outcome = migration.run(replace);
        say(
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
        say("looking once more at " + from + " in " + rest.toSeconds() + " s");
        try {
            Thread.sleep(rest);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
        boolean nothing = true;
        for (Map.Entry<ApplicationKind, KindMigration> each : moved.entrySet()) {
            nothing &= tried(each.getKey(), () -> nothingLeft(each.getKey(), each.getValue()));
        }
        return nothing;
    }

    private boolean nothingLeft(ApplicationKind kind, KindMigration migration) {
        if (from.equals(StoreNames.HELM_RELEASE) && kind.release().isProjected()) {
            // The servers themselves write there what clients write in the other store.
            return true;
        }
        List<NamespacedName> leftBehind = migration.leftBehind();
        leftBehind.forEach(object ->
                say(kind, object.key() + " was written in " + from + " after it was moved, and is not so in " + to));
        return leftBehind.isEmpty();
    }

    private void say(ApplicationKind kind, String line) {
        say(kind.groupResource() + ": " + line);
    }

    private void say(String line) {
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
