package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.adapters.kubernetes.charts.FluxChartSchemas;
import dev.chartroom.adapters.kubernetes.placement.ConfigMapPlacementRecord;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.kinds.ChartedDefinitions;
import dev.chartroom.bootstrap.kinds.DefinitionFiles;
import dev.chartroom.charts.archive.ChartReader;
import dev.chartroom.charts.archive.ChartSchemaArchives;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.StoreNames;
import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.placement.Placements;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds whose objects are HelmReleases, for a command that runs beside the servers and adopts releases. */
public final class AdoptableKinds {
    private final KindRegistry registry;
    private final Placements placements;

    private AdoptableKinds(KindRegistry registry, Placements placements) {
        this.registry = registry;
        this.placements = placements;
    }

    /**
     * Reads the kinds of servers with a configuration.
     *
     * @param cluster the cluster of these servers, with the rights of the user of the command
     * @throws ConfigException if a source of definitions cannot be read in time
     */
    public static AdoptableKinds of(ServerConfig config, Cluster cluster) {
        return new AdoptableKinds(ConfiguredKinds.of(config, cluster), placements(config, cluster));
    }

    /** Reads the kinds of definition files. */
    public static AdoptableKinds of(List<Path> definitions, Cluster cluster) {
        ChartSchemaArchives archives =
                new ChartSchemaArchives(new ChartReader(cluster.codec(), new YamlLayoutReader()), new CelExpressions());
        DefinitionFiles files = new DefinitionFiles(
                cluster.codec(),
                new YamlLayoutReader(),
                new DefinitionReader(
                        ReleaseTemplate.Settings.DEFAULT,
                        text -> cluster.codec().parse(text.getBytes(StandardCharsets.UTF_8)),
                        new CelExpressions()),
                new ChartedDefinitions(() -> new FluxChartSchemas(cluster.http(), cluster.stored(), archives)));
        List<Declaration> declarations = definitions.stream().map(files::read).toList();
        return new AdoptableKinds(KindRegistry.assemble(declarations), Placements.NONE);
    }

    private static Placements placements(ServerConfig config, Cluster cluster) {
        ServerConfig.Stores stores = config.stores();
        ServerConfig.ConfigMapName name = stores == null ? null : stores.placements();
        if (name == null) {
            return Placements.NONE;
        }
        NamespacedName configMap = new NamespacedName(name.namespace(), name.name());
        try (var placed = new ConfigMapPlacementRecord(cluster.http(), cluster.stored(), configMap)) {
            return placed.latest();
        }
    }

    /** Returns all kinds whose objects are HelmReleases. */
    public List<ApplicationKind> all() {
        return registry.kinds().stream()
                .filter(kind -> store(kind).equals(StoreNames.HELM_RELEASE))
                .toList();
    }

    /**
     * Returns a kind whose objects are HelmReleases.
     *
     * @param name the kind, a name that kubectl accepts for it, or the resource with its group, such as
     *     {@code redises.apps.example.com}
     * @throws ConfigException if there is no such kind, several kinds have the name, or the objects are elsewhere
     */
    public ApplicationKind named(String name) {
        List<ApplicationKind> found =
                registry.kinds().stream().filter(kind -> isNamed(kind, name)).toList();
        if (found.isEmpty()) {
            throw new ConfigException("no definition declares the kind \"" + name + "\"" + refusals());
        }
        if (found.size() > 1) {
            throw new ConfigException("several kinds have the name \"" + name + "\"; use one of "
                    + found.stream()
                            .map(kind -> kind.groupResource().toString())
                            .collect(Collectors.joining(", ")));
        }
        ApplicationKind kind = found.getFirst();
        if (!store(kind).equals(StoreNames.HELM_RELEASE)) {
            throw new ConfigException("the objects of " + kind.groupResource() + " are in the store \"" + store(kind)
                    + "\", and not HelmReleases");
        }
        return kind;
    }

    private String refusals() {
        return registry.refusals().stream()
                .map(refusal -> "; refused: " + refusal.source() + ": " + refusal.message())
                .collect(Collectors.joining());
    }

    private String store(ApplicationKind kind) {
        return placements.of(kind.groupResource()).map(Placement::store).orElse(kind.store());
    }

    private static boolean isNamed(ApplicationKind kind, String name) {
        return Stream.concat(
                        Stream.of(
                                kind.names().kind(),
                                kind.names().plural(),
                                kind.names().singular(),
                                kind.groupResource().toString()),
                        kind.names().shortNames().stream())
                .anyMatch(name::equalsIgnoreCase);
    }
}
