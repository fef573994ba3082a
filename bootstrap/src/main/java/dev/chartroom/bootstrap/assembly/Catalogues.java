package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.adapters.kubernetes.charts.FluxChartSchemas;
import dev.chartroom.adapters.kubernetes.charts.FluxChartSources;
import dev.chartroom.adapters.kubernetes.kinds.ConfigMapKindSource;
import dev.chartroom.adapters.kubernetes.kinds.CustomResourceKindSource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.dev.DevKindSource;
import dev.chartroom.bootstrap.kinds.FolderKindSource;
import dev.chartroom.bootstrap.kinds.ReadKindSource;
import dev.chartroom.charts.archive.ChartReader;
import dev.chartroom.charts.archive.ChartSchemaArchives;
import dev.chartroom.core.catalogue.ChartFollowingKindSource;
import dev.chartroom.core.catalogue.ChartSeekingKindSource;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.release.RolloutProgress;
import dev.chartroom.domain.builtin.BuiltInKinds;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.ChartArchives;
import dev.chartroom.ports.kind.KindSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes catalogues of kinds from the places where definitions are declared. */
final class Catalogues {
    private static final Duration KINDS_TIMEOUT = Duration.ofSeconds(30);
    /** The subresources of a server without a cluster. The others need Flux or Helm. */
    private static final Set<Subresource> WITHOUT_CLUSTER = EnumSet.of(Subresource.SCALE, Subresource.RECONCILE);

    /** The subresources of a server in front of a cluster. */
    private static final Set<Subresource> WITH_CLUSTER = EnumSet.allOf(Subresource.class);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private Catalogues() {}

    /**
     * Returns the catalogue of a server, not started.
     *
     * @param more the definitions of kinds that only one of the stores supports
     */
    static KindCatalogue of(ServerConfig config, Cluster cluster, List<KindSource> more) {
        return of(
                Stream.concat(sources(config.kinds(), cluster).stream(), more.stream())
                        .toList(),
                config,
                cluster.codec());
    }

    /**
     * Reads and watches the kinds that servers with this configuration serve. This method is for a command that runs
     * beside the servers and reports no statuses.
     */
    static KindCatalogue read(ServerConfig config, Cluster cluster) {
        KindCatalogue catalogue = of(
                sources(config.kinds(), cluster).stream()
                        .<KindSource>map(ReadKindSource::new)
                        .toList(),
                config,
                cluster.codec());
        catalogue.start();
        return catalogue;
    }

    /**
     * Waits until all definitions of a started catalogue have been read.
     *
     * @throws ConfigException if a source cannot be read in time
     */
    static KindRegistry complete(KindCatalogue catalogue) {
        long begun = System.nanoTime();
        while (catalogue.problem().isPresent()) {
            if (System.nanoTime() - begun > KINDS_TIMEOUT.toNanos()) {
                throw new ConfigException("kinds: " + catalogue.problem().orElse(""));
            }
            try {
                Thread.sleep(POLL_INTERVAL);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw new ConfigException("interrupted");
            }
        }
        return catalogue.registry();
    }

    /** Returns the catalogue of a folder and of built-in kinds, for a server without a cluster; not started. */
    static KindCatalogue ofFolder(Path folder, JacksonCodec codec) {
        return new KindCatalogue(
                List.of(new DevKindSource(new FolderKindSource(folder, codec))),
                reader(ReleaseTemplate.Settings.DEFAULT, StoreNames.UNKNOWN, codec, WITHOUT_CLUSTER),
                Stream.concat(BuiltInKinds.ALL.stream(), ComputedKinds.WITHOUT_CLUSTER.stream())
                        .toList());
    }

    private static KindCatalogue of(List<KindSource> sources, ServerConfig config, JsonCodec codec) {
        return new KindCatalogue(
                sources,
                reader(ConfigFile.settings(config), config.storeNames(), codec, WITH_CLUSTER),
                config.servedComputedKinds(),
                config.limitsOrDefault().servedKinds());
    }

    private static DefinitionReader reader(
            ReleaseTemplate.Settings settings, StoreNames stores, JsonCodec codec, Set<Subresource> subresources) {
        return new DefinitionReader(
                settings,
                text -> codec.parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions(),
                stores,
                subresources);
    }

    /** Returns the sources in the order that decides conflicts over a name: the first one wins. */
    private static List<KindSource> sources(ServerConfig.Kinds kinds, Cluster cluster) {
        ChartArchives charts =
                new ChartSchemaArchives(new ChartReader(cluster.codec(), new YamlLayoutReader()), new CelExpressions());
        List<KindSource> sources = new ArrayList<>();
        kinds.foldersOrNone().forEach(folder -> sources.add(new FolderKindSource(Path.of(folder), cluster.codec())));
        ServerConfig.ConfigMapName configMap = kinds.configMap();
        if (configMap != null) {
            sources.add(new ConfigMapKindSource(
                    cluster.http(),
                    cluster.codec(),
                    new NamespacedName(configMap.namespace(), configMap.name()),
                    cluster.clock()));
        }
        if (kinds.areCustomResources()) {
            sources.add(new CustomResourceKindSource(cluster.http(), cluster.stored(), cluster.clock()));
        }
        return sources.stream()
                .map(source ->
                        new ChartSeekingKindSource(source, new FluxChartSources(cluster.http(), cluster.stored())))
                .<KindSource>map(source -> new ChartFollowingKindSource(
                        source, new FluxChartSchemas(cluster.http(), cluster.stored(), charts)))
                .toList();
    }

    /** @param rollouts returns the progress of a kind's rollout; empty if the kind has none */
    static HealthCheck health(KindCatalogue catalogue, Function<ApplicationKind, Optional<RolloutProgress>> rollouts) {
        return new HealthCheck(
                "kind-definitions", catalogue::problem, () -> definitions(catalogue) + rollouts(catalogue, rollouts));
    }

    /** A check that never fails. Its details are what {@code chartroom kind lint} calls advice. */
    static HealthCheck advice(KindCatalogue catalogue) {
        return new HealthCheck(
                "definition-advice",
                Optional::empty,
                () -> catalogue.advice().entrySet().stream()
                        .flatMap(kind ->
                                kind.getValue().stream().map(sentence -> kind.getKey() + ": " + sentence + "\n"))
                        .collect(Collectors.joining()));
    }

    private static String definitions(KindCatalogue catalogue) {
        KindRegistry registry = catalogue.registry();
        long served =
                registry.kinds().stream().filter(kind -> !kind.isBuiltIn()).count();
        return served + (served == 1 ? " kind" : " kinds") + " served\n"
                + registry.refusals().stream()
                        .map(refusal -> "refused: " + refusal.source() + ": " + refusal.message() + "\n")
                        .collect(Collectors.joining())
                + registry.warnings().stream()
                        .map(warning -> "warning: " + warning + "\n")
                        .collect(Collectors.joining());
    }

    private static String rollouts(
            KindCatalogue catalogue, Function<ApplicationKind, Optional<RolloutProgress>> rollouts) {
        return catalogue.registry().kinds().stream()
                .map(kind -> rollouts.apply(kind)
                        .map(progress -> "rollout: " + kind.groupResource() + ": " + progress + "\n")
                        .orElse(""))
                .collect(Collectors.joining());
    }
}
