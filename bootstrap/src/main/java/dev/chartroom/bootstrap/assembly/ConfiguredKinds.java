package dev.chartroom.bootstrap.assembly;

import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.domain.kind.KindRegistry;

/** The kinds of servers with a configuration, for a command that runs beside the servers. */
public final class ConfiguredKinds {
    private ConfiguredKinds() {}

    /**
     * Reads the kinds, including refused ones.
     *
     * @param cluster the cluster of the servers, with the rights of the user of the command
     * @throws ConfigException if a source of definitions cannot be read in time
     */
    public static KindRegistry of(ServerConfig config, Cluster cluster) {
        try (KindCatalogue catalogue = Catalogues.read(config, cluster)) {
            return Catalogues.complete(catalogue);
        }
    }
}
