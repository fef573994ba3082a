package dev.chartroom.adapters.kubernetes.placement;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.placement.PlacementRecord;
import dev.chartroom.ports.placement.Placements;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores the placement record in a ConfigMap, which the first write creates. The ConfigMap's resource version detects
 * concurrent changes.
 */
public final class ConfigMapPlacementRecord implements PlacementRecord {
    private static final System.Logger LOG = System.getLogger(ConfigMapPlacementRecord.class.getName());

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final NamespacedName name;
    private final String path;
    private volatile @Nullable Reflector followed;

    public ConfigMapPlacementRecord(KubernetesHttp http, JsonCodec codec, NamespacedName name) {
        this.http = http;
        this.codec = codec;
        this.name = name;
        this.path = "/api/v1/namespaces/" + name.namespace() + "/configmaps";
    }

    @Override
    public Placements latest() {
        return read(configMap());
    }

    @Override
    public void replace(Placements known, Placements next) {
        JsonObject configMap = configMap();
        if (!read(configMap).equals(known)) {
            throw conflict();
        }
        JsonObject data = PlacementData.write(next, codec);
        KubernetesResponse response = configMap.isEmpty()
                ? http.send("POST", path, new Query(), codec.encode(newConfigMap(data)))
                : http.send("PUT", path + "/" + name.name(), new Query(), codec.encode(configMap.with("data", data)));
        if (response.code() == Refusal.CONFLICT || response.code() == Refusal.NOT_FOUND && !configMap.isEmpty()) {
            throw conflict();
        }
        if (!response.isSuccess()) {
            throw Refusal.of(response, codec);
        }
    }

    /** Selects the ConfigMap by its name. So Chartroom needs no right to any other ConfigMap. */
    @Override
    public void follow(Consumer<Placements> onChange) {
        followed = Reflector.start(http, codec, path, "metadata.name=" + name.name(), () -> report(onChange));
    }

    private void report(Consumer<Placements> onChange) {
        Reflector resource = followed;
        if (resource == null) {
            return;
        }
        try {
            onChange.accept(read(resource.find(name).orElse(JsonObject.EMPTY)));
        } catch (ApiException e) {
            LOG.log(Level.WARNING, "ConfigMap {0}/{1}: {2}", name.namespace(), name.name(), e.getMessage());
        }
    }

    @Override
    public void close() {
        Reflector resource = followed;
        if (resource != null) {
            resource.close();
        }
    }

    /** Reads the current ConfigMap; empty if it does not exist. */
    private JsonObject configMap() {
        KubernetesResponse response = http.get(path + "/" + name.name(), new Query());
        if (response.code() == Refusal.NOT_FOUND) {
            return JsonObject.EMPTY;
        }
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject configMap)) {
            throw Refusal.of(response, codec);
        }
        return configMap;
    }

    private JsonObject newConfigMap(JsonObject data) {
        return JsonObject.builder()
                .put("apiVersion", "v1")
                .put("kind", "ConfigMap")
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("namespace", name.namespace())
                                .put("name", name.name())
                                .build())
                .put("data", data)
                .build();
    }

    private Placements read(JsonObject configMap) {
        return configMap.isEmpty() ? Placements.NONE : PlacementData.read(configMap.objectOrEmpty("data"), codec);
    }

    private ApiException conflict() {
        return new ApiException(
                new ApiError.Conflict(new GroupResource("", "configmaps"), name.name(), ApiError.Conflict.MODIFIED));
    }
}
