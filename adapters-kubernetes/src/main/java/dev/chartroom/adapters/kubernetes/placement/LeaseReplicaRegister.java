package dev.chartroom.adapters.kubernetes.placement;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.placement.Replica;
import dev.chartroom.ports.placement.ReplicaRegister;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stores the register of replicas as labelled Leases in one namespace, one for each replica. A replica renews its Lease
 * by writing a new renewTime. Observers never compare this time with a clock. An annotation contains the revision of
 * the placements that the replica has applied.
 */
public final class LeaseReplicaRegister implements ReplicaRegister {
    static final String REPLICA = "chartroom.dev/replica";
    static final String PLACEMENTS = "chartroom.dev/placements";

    private static final GroupResource LEASES = new GroupResource("coordination.k8s.io", "leases");
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final String path;
    private final String holder;
    private final Clock clock;
    /** This process's own Leases, as last written. */
    private final Map<String, JsonObject> written = new ConcurrentHashMap<>();

    /** @param holder the name of the host, stored as the holder identity for information only */
    public LeaseReplicaRegister(KubernetesHttp http, JsonCodec codec, String namespace, String holder, Clock clock) {
        this.http = http;
        this.codec = codec;
        this.path = "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases";
        this.holder = holder;
        this.clock = clock;
    }

    @Override
    public List<Replica> replicas() {
        KubernetesResponse response = http.get(path, new Query().with("labelSelector", REPLICA + "=true"));
        if (!response.isSuccess()) {
            throw Refusal.of(response, codec);
        }
        return object(response).arrayOrEmpty("items").objects().stream()
                .map(LeaseReplicaRegister::replica)
                .toList();
    }

    private static Replica replica(JsonObject lease) {
        JsonObject metadata = lease.objectOrEmpty("metadata");
        JsonObject spec = lease.objectOrEmpty("spec");
        String applied = metadata.objectOrEmpty("annotations").stringOrEmpty(PLACEMENTS);
        return new Replica(
                metadata.stringOrEmpty("name"),
                spec.stringOrEmpty("renewTime"),
                spec.get("leaseDurationSeconds") instanceof JsonNumber seconds
                        ? Duration.ofSeconds(seconds.asLong().orElse(Replica.LIFETIME.toSeconds()))
                        : Replica.LIFETIME,
                applied.matches("[0-9]{1,18}") ? Long.parseLong(applied) : 0);
    }

    @Override
    public void add(String name) {
        JsonObject lease = JsonObject.builder()
                .put("apiVersion", "coordination.k8s.io/v1")
                .put("kind", "Lease")
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", name)
                                .put("labels", JsonObject.ofStrings(Map.of(REPLICA, "true")))
                                .build())
                .put(
                        "spec",
                        JsonObject.builder()
                                .put("holderIdentity", holder)
                                .put("leaseDurationSeconds", Replica.LIFETIME.toSeconds())
                                .put("acquireTime", now())
                                .put("renewTime", now())
                                .build())
                .build();
        KubernetesResponse response = http.send("POST", path, new Query(), codec.encode(lease));
        if (response.code() == Refusal.CONFLICT) {
            throw new ApiException(new ApiError.AlreadyExists(LEASES, name, false));
        }
        if (!response.isSuccess()) {
            throw Refusal.of(response, codec);
        }
        written.put(name, object(response));
    }

    @Override
    public void renew(String name, long applied) {
        JsonObject known = written.get(name);
        KubernetesResponse response = write(name, known == null ? read(name) : known, applied);
        if (response.code() == Refusal.CONFLICT) {
            // The answer to the last renewal was lost, or another client changed the Lease, for example its labels.
            response = write(name, read(name), applied);
        }
        if (!response.isSuccess()) {
            written.remove(name);
            throw response.code() == Refusal.NOT_FOUND ? notFound(name) : Refusal.of(response, codec);
        }
        written.put(name, object(response));
    }

    private KubernetesResponse write(String name, JsonObject lease, long applied) {
        JsonObject metadata = lease.objectOrEmpty("metadata");
        JsonObject next = lease.with(
                        "metadata",
                        metadata.with(
                                "annotations",
                                metadata.objectOrEmpty("annotations").toBuilder()
                                        .put(PLACEMENTS, Long.toString(applied))
                                        .build()))
                .with(
                        "spec",
                        lease.objectOrEmpty("spec").toBuilder()
                                .put("renewTime", now())
                                .build());
        return http.send("PUT", path + "/" + name, new Query(), codec.encode(next));
    }

    private JsonObject read(String name) {
        KubernetesResponse response = http.get(path + "/" + name, new Query());
        if (!response.isSuccess()) {
            throw response.code() == Refusal.NOT_FOUND ? notFound(name) : Refusal.of(response, codec);
        }
        return object(response);
    }

    @Override
    public void remove(String name) {
        written.remove(name);
        KubernetesResponse response =
                http.send("DELETE", path + "/" + name, new Query(), "{}".getBytes(StandardCharsets.UTF_8));
        if (!response.isSuccess() && response.code() != Refusal.NOT_FOUND) {
            throw Refusal.of(response, codec);
        }
    }

    private JsonObject object(KubernetesResponse response) {
        return codec.parse(response.body()) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    private String now() {
        return MICRO_TIME.format(clock.instant());
    }

    private static ApiException notFound(String name) {
        return new ApiException(new ApiError.NotFound(LEASES, name));
    }
}
