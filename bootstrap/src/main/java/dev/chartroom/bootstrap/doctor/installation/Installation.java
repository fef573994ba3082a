package dev.chartroom.bootstrap.doctor.installation;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.assembly.Cluster;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.domain.kind.KindRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The installation that the command examines.
 *
 * @param config the configuration of the servers; empty if the user named none
 * @param kinds the kinds of that configuration
 * @param apiServices all APIServices of the cluster
 * @param clock the clock of this machine
 */
public record Installation(
        DoctorOptions options,
        ClusterReader cluster,
        Optional<ServerConfig> config,
        Optional<KindRegistry> kinds,
        List<JsonObject> apiServices,
        Clock clock) {
    private static final long DEFAULT_PORT = 443;

    public Installation {
        apiServices = List.copyOf(apiServices);
    }

    /**
     * Reads the APIServices, and then the kinds.
     *
     * @param kinds reads the kinds of the configuration
     * @throws dev.chartroom.apimachinery.status.ApiException if the cluster does not answer or does not allow it
     */
    public static Installation of(
            DoctorOptions options,
            Cluster cluster,
            Optional<ServerConfig> config,
            Supplier<Optional<KindRegistry>> kinds) {
        ClusterReader reader = new ClusterReader(cluster);
        List<JsonObject> apiServices = reader.list("/apis/apiregistration.k8s.io/v1/apiservices");
        return new Installation(options, reader, config, kinds.get(), apiServices, cluster.clock());
    }

    public RemedyCommands remedies() {
        return new RemedyCommands(options);
    }

    /** Returns the APIServices that refer to the Service. */
    public List<JsonObject> registered() {
        return apiServices.stream().filter(this::isRegistered).toList();
    }

    public boolean isRegistered(JsonObject apiService) {
        JsonObject service = spec(apiService).objectOrEmpty("service");
        return service.stringOrEmpty("name").equals(options.service())
                && service.stringOrEmpty("namespace").equals(options.namespace());
    }

    /** Returns the Service; empty if it does not exist. */
    public Optional<JsonObject> service() {
        return cluster.find("/api/v1/namespaces/" + options.namespace() + "/services/" + options.service());
    }

    /** Returns the port of the Service for an APIService. */
    public long port() {
        return registered().stream().findFirst().map(Installation::port).orElseGet(() -> new Deployed(this).port());
    }

    public static long port(JsonObject apiService) {
        return spec(apiService).objectOrEmpty("service").get("port") instanceof JsonNumber port
                ? port.asLong().orElse(DEFAULT_PORT)
                : DEFAULT_PORT;
    }

    public static String name(JsonObject object) {
        return object.objectOrEmpty("metadata").stringOrEmpty("name");
    }

    public static JsonObject spec(JsonObject object) {
        return object.objectOrEmpty("spec");
    }

    /** Returns the discovery path of an APIService. */
    public static String path(JsonObject apiService) {
        return "/apis/" + spec(apiService).stringOrEmpty("group") + "/"
                + spec(apiService).stringOrEmpty("version");
    }

    public static String text(JsonObject apiService) {
        return "APIService " + name(apiService);
    }

    /** Returns a condition of an object's status; empty if there is none of this type. */
    public static Optional<JsonObject> condition(JsonObject object, String type) {
        return object.objectOrEmpty("status").arrayOrEmpty("conditions").objects().stream()
                .filter(condition -> condition.stringOrEmpty("type").equals(type))
                .findFirst();
    }

    /** Returns whether the aggregator forwards requests for an APIService. */
    public static boolean isAvailable(JsonObject apiService) {
        return condition(apiService, "Available")
                .filter(condition -> condition.stringOrEmpty("status").equals("True"))
                .isPresent();
    }
}
