package dev.chartroom.adapters.kubernetes.event;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.event.LeaderLease;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.placement.Replica;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * A Lease of coordination.k8s.io with the form that leader election of client-go gives it. The observer never compares
 * the times in the Lease with its own clock. The Lease of another replica expires if the observer sees no renewal for 15
 * seconds.
 */
public final class KubernetesLeaderLease implements LeaderLease {
    private static final System.Logger LOG = System.getLogger(KubernetesLeaderLease.class.getName());
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final String HOLDER = "holderIdentity";

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final String path;
    private final String name;
    private final String identity;
    private final Clock clock;
    /** The last renewal by another replica, and the time at which this replica first saw it. */
    private String renewal = "";

    private Instant seenAt = Instant.EPOCH;

    /** @param identity the identity of this replica, which is never reused */
    public KubernetesLeaderLease(
            KubernetesHttp http, JsonCodec codec, String namespace, String name, String identity, Clock clock) {
        this.http = http;
        this.codec = codec;
        this.path = "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases";
        this.name = name;
        this.identity = identity;
        this.clock = clock;
    }

    @Override
    public boolean hold() {
        KubernetesResponse found = http.get(path + "/" + name, new Query());
        if (found.code() == EventAnswers.NOT_FOUND) {
            JsonObject metadata = JsonObject.builder().put("name", name).build();
            JsonObject lease = JsonObject.builder()
                    .put("apiVersion", "coordination.k8s.io/v1")
                    .put("kind", "Lease")
                    .put("metadata", metadata)
                    .put("spec", acquired(JsonObject.EMPTY))
                    .build();
            return isWritten(http.send("POST", path, new Query(), codec.encode(lease)));
        }
        JsonObject lease = EventAnswers.object(EventAnswers.successful(found, codec), codec);
        JsonObject spec = lease.objectOrEmpty("spec");
        if (isHeld(spec)) {
            return isReplaced(lease, renewed(spec));
        }
        return isFree(spec) && isReplaced(lease, acquired(spec));
    }

    private boolean isHeld(JsonObject spec) {
        return spec.stringOrEmpty(HOLDER).equals(identity);
    }

    private boolean isFree(JsonObject spec) {
        String now = spec.stringOrEmpty(HOLDER) + " " + spec.stringOrEmpty("renewTime");
        if (!now.equals(renewal)) {
            renewal = now;
            seenAt = clock.instant();
        }
        return spec.stringOrEmpty(HOLDER).isEmpty()
                || Duration.between(seenAt, clock.instant()).compareTo(Replica.LIFETIME) >= 0;
    }

    private JsonObject acquired(JsonObject spec) {
        long transitions = spec.get("leaseTransitions") instanceof JsonNumber number
                ? number.asLong().orElse(0)
                : -1;
        return renewed(spec).toBuilder()
                .put(HOLDER, identity)
                .put("leaseDurationSeconds", Replica.LIFETIME.toSeconds())
                .put("acquireTime", time())
                .put("leaseTransitions", transitions + 1)
                .build();
    }

    private JsonObject renewed(JsonObject spec) {
        return spec.toBuilder().put("renewTime", time()).build();
    }

    private String time() {
        return MICRO_TIME.format(clock.instant());
    }

    /** Replaces the Lease if it has not changed. Returns false if another replica was faster. */
    private boolean isReplaced(JsonObject lease, JsonObject spec) {
        byte[] next = codec.encode(lease.with("spec", spec));
        return isWritten(http.send("PUT", path + "/" + name, new Query(), next));
    }

    private boolean isWritten(KubernetesResponse response) {
        return response.code() != EventAnswers.CONFLICT
                && EventAnswers.successful(response, codec).isSuccess();
    }

    @Override
    public void release() {
        try {
            KubernetesResponse found = http.get(path + "/" + name, new Query());
            JsonObject lease = found.isSuccess() ? EventAnswers.object(found, codec) : JsonObject.EMPTY;
            JsonObject spec = lease.objectOrEmpty("spec");
            if (isHeld(spec)) {
                boolean _ = isReplaced(lease, spec.toBuilder().put(HOLDER, "").build());
            }
        } catch (ApiException e) {
            LOG.log(Level.DEBUG, "Chartroom cannot give up the Lease " + name, e);
        }
    }
}
