package dev.chartroom.bootstrap;

import dev.chartroom.adapters.http.json.JacksonCodec;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.meta.GoDuration;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.migration.KindMigration;
import dev.chartroom.ports.migration.MigrationException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
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
            "1:some are not, and are served from where they were",
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

    @Override
    public Integer call() {
        Duration pause = duration();
        ServerConfig settings = ConfigFile.read(config, new JacksonCodec());
        try (Migration migration = Migration.open(settings, from, to, pause)) {
            List<ApplicationKind> kinds = migration.kinds(resources);
            boolean all = true;
            for (ApplicationKind kind : kinds) {
                all &= moved(migration, kind);
            }
            if (kinds.isEmpty()) {
                say("no kind is in " + from);
            }
            return all ? 0 : 1;
        }
    }

    private boolean moved(Migration migration, ApplicationKind kind) {
        String name = kind.groupResource().toString();
        if (to.equals(StoreNames.HELM_RELEASE) && kind.release().equals(ReleaseTemplate.NONE)) {
            say(name + ": its definition has no release");
            return false;
        }
        try {
            KindMigration ofKind = migration.of(kind, line -> say(name + ": " + line));
            if (dryRun) {
                say(name + ": " + ofKind.plan());
                return true;
            }
            return said(name, ofKind.run(replace));
        } catch (MigrationException e) {
            say(String.valueOf(e.getMessage()));
        } catch (ApiException e) {
            say(name + ": " + e.getMessage());
        }
        return false;
    }

    private boolean said(String name, KindMigration.Outcome outcome) {
        say("%s: moved to %s: %d objects, sha256:%s, writes paused for %d ms"
                .formatted(
                        name,
                        to,
                        outcome.objects(),
                        outcome.digest(),
                        outcome.pause().toMillis()));
        outcome.leftBehind()
                .forEach(object -> say(name + ": " + object.key() + " was written in " + from
                        + " after it was moved, and is not so in " + to));
        return outcome.leftBehind().isEmpty();
    }

    private void say(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    private Duration duration() {
        try {
            Duration duration = GoDuration.parse(longestPause).duration();
            if (duration.isPositive()) {
                return duration;
            }
        } catch (IllegalArgumentException e) {
            throw new ConfigException("--longest-pause: " + e.getMessage());
        }
        throw new ConfigException("--longest-pause: must be more than 0");
    }
}
