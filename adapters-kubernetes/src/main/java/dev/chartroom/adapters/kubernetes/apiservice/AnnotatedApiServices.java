package dev.chartroom.adapters.kubernetes.apiservice;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.core.retry.LatestWriter;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.ServedVersions;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Updates an annotation of an APIService if the served content of its group version changes. The kube-apiserver then
 * reads the discovery of this group version at once instead of within a minute. Every replica computes the same value,
 * and no replica repeats another replica's write. If Chartroom lacks the right to update APIServices, a warning names
 * each of them once.
 */
public final class AnnotatedApiServices implements ServedVersions, AutoCloseable {
    /** The annotation, whose value is a digest of the served content. */
    static final String SERVED = "chartroom.dev/served";

    /** The value for a group version that is no longer served. */
    static final String NOTHING = "nothing";

    private static final System.Logger LOG = System.getLogger(AnnotatedApiServices.class.getName());
    private static final String PATH = "/apis/apiregistration.k8s.io/v1/apiservices/";
    /**
     * The delay before a write. After the write, the kube-apiserver may call any replica, so all replicas must already
     * serve the same content.
     */
    private static final Duration SETTLES = Duration.ofMillis(500);

    private static final Backoff RETRIES = new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0.5);
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final LatestWriter<Map<GroupVersion, String>> writer;
    /** The last known annotation value of each APIService. Used only by the writer thread. */
    private final Map<GroupVersion, String> written = new HashMap<>();
    /** The APIServices that Chartroom may not get or update, by name. Used only by the writer thread. */
    private final Set<String> forbidden = new TreeSet<>();
    /** The APIServices that a warning has named. Used only by the writer thread. */
    private final Set<String> named = new HashSet<>();

    private AnnotatedApiServices(KubernetesHttp http, JsonCodec codec, Duration settles) {
        this.http = http;
        this.codec = codec;
        this.writer = new LatestWriter<>("APIServices", settles, RETRIES, this::writeAll);
    }

    /** Starts a thread that waits for the first announcement. */
    public static AnnotatedApiServices start(KubernetesHttp http, JsonCodec codec) {
        return start(http, codec, SETTLES);
    }

    static AnnotatedApiServices start(KubernetesHttp http, JsonCodec codec, Duration settles) {
        AnnotatedApiServices started = new AnnotatedApiServices(http, codec, settles);
        started.writer.start();
        return started;
    }

    @Override
    public void announce(Map<GroupVersion, String> digests) {
        writer.write(Map.copyOf(digests));
    }

    @Override
    public void close() {
        writer.close();
    }

    private boolean writeAll(Map<GroupVersion, String> digests) {
        Map<GroupVersion, String> wanted = new HashMap<>();
        written.keySet().forEach(gone -> wanted.put(gone, NOTHING));
        wanted.putAll(digests);
        boolean done = true;
        for (Map.Entry<GroupVersion, String> each : wanted.entrySet()) {
            if (!each.getValue().equals(written.get(each.getKey()))) {
                if (write(each.getKey(), each.getValue())) {
                    written.put(each.getKey(), each.getValue());
                } else {
                    done = false;
                }
            }
        }
        warn();
        return done;
    }

    /** Names all forbidden APIServices in one warning, except those that an earlier warning named. */
    private void warn() {
        forbidden.removeAll(named);
        if (!forbidden.isEmpty()) {
            named.addAll(forbidden);
            LOG.log(
                    Level.WARNING,
                    "Chartroom has no permission to get and update these APIServices, so the kube-apiserver may"
                            + " discover their kinds a minute late: " + String.join(", ", forbidden));
        }
    }

    /** Returns false if the write must be retried. */
    private boolean write(GroupVersion groupVersion, String digest) {
        String name = groupVersion.version() + "." + groupVersion.group();
        String path = PATH + name;
        try {
            KubernetesResponse response = http.get(path, new Query());
            if (!response.isSuccess()) {
                return isPermanentFailure(name, response);
            }
            if (!(codec.parse(response.body()) instanceof JsonObject service)
                    || service.objectOrEmpty("spec").object("service").isEmpty()) {
                // The kube-apiserver serves this group version itself.
                return true;
            }
            JsonObject metadata = service.objectOrEmpty("metadata");
            JsonObject annotations = metadata.objectOrEmpty("annotations");
            if (annotations.stringOrEmpty(SERVED).equals(digest)) {
                return true;
            }
            JsonObject next = service.with(
                    "metadata",
                    metadata.with(
                            "annotations",
                            annotations.toBuilder().put(SERVED, digest).build()));
            response = http.send("PUT", path, new Query(), codec.encode(next));
            return response.isSuccess() || isPermanentFailure(name, response);
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, () -> "Chartroom cannot annotate the APIService of " + groupVersion, e);
            return false;
        }
    }

    /**
     * Returns whether a retry would be useless because Chartroom lacks the right or the APIService does not exist. If
     * the APIService is created later, the kube-apiserver reads its discovery at once.
     */
    private boolean isPermanentFailure(String name, KubernetesResponse response) {
        if (response.code() == FORBIDDEN) {
            forbidden.add(name);
        }
        return response.code() == FORBIDDEN || response.code() == NOT_FOUND;
    }
}
