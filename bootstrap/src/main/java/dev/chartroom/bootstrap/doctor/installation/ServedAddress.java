package dev.chartroom.bootstrap.doctor.installation;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.config.ConfigException;
import java.util.Optional;

/** The address of the servers, which may be reachable only inside the cluster. */
public record ServedAddress(String host, int port) {
    private static final int HIGHEST = 65535;

    /**
     * Returns the address in the options, or else the address of the Service; empty if there is no Service.
     *
     * @throws ConfigException if the address in the options is malformed
     */
    public static Optional<ServedAddress> of(Installation installation) {
        String given = installation.options().address();
        if (given != null) {
            return Optional.of(parsed(given));
        }
        return installation.service().flatMap(service -> ofService(service, installation.port()));
    }

    private static ServedAddress parsed(String address) {
        int colon = address.lastIndexOf(':');
        if (colon < 1 || !address.substring(colon + 1).matches("[0-9]{1,5}")) {
            throw new ConfigException("--address " + address + ": must be HOST:PORT");
        }
        int port = Integer.parseInt(address.substring(colon + 1));
        if (port == 0 || port > HIGHEST) {
            throw new ConfigException("--address " + address + ": the port must be at most " + HIGHEST);
        }
        return new ServedAddress(address.substring(0, colon), port);
    }

    private static Optional<ServedAddress> ofService(JsonObject service, long port) {
        JsonObject spec = service.objectOrEmpty("spec");
        String host = spec.stringOrEmpty("type").equals("ExternalName")
                ? spec.stringOrEmpty("externalName")
                : spec.stringOrEmpty("clusterIP");
        return host.isEmpty() || host.equals("None")
                ? Optional.empty()
                : Optional.of(new ServedAddress(host, Math.toIntExact(port)));
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
