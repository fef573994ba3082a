package dev.chartroom.adapters.kubernetes.apiservice;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.core.retry.LatestWriter;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.ServedVersions;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Updates an annotation of an APIService if the served content of its group version changes. The kube-apiserver then
 * reads the discovery of this group version at once instead of within a minute. If Chartroom issues its own serving
 * certificate, it also writes the {@code caBundle}. Every replica computes the same values, and no replica repeats
 * another replica's write. If Chartroom lacks the right to update APIServices, a warning names each of them once.
 */
public final class AnnotatedApiServices implements ServedVersions, AutoCloseable {
    /** The annotation, whose value is a digest of the served content. */
    static final String SERVED = "chartroom.dev/served";

    /** The value for a group version that is no longer served. */
    static final String NOTHING = "nothing";

    /** Owns the annotation and the {@code caBundle}, so that appliers of the APIService do not reset them. */
    private static final String FIELD_MANAGER = "chartroom";

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
    private final LatestWriter<AtomicReference<Wanted>> writer;
    private final AtomicReference<Wanted> wanted = new AtomicReference<>(Wanted.NOTHING);
    /** The last known annotation value of each APIService. Used only by the writer thread. */
    private final Map<GroupVersion, String> written = new HashMap<>();
    /** The APIServices that Chartroom may not get or update, by name. Used only by the writer thread. */
    private final Set<String> forbidden = new TreeSet<>();
    /** The APIServices that a warning has named. Used only by the writer thread. */
    private final Set<String> named = new HashSet<>();

    /** The number of the last state whose APIServices were all read. Used only by the writer thread. */
    private long checked;

    /**
     * The state to write.
     *
     * @param digests the annotation of each served group version
     * @param trust the serving certificate's authorities, empty to leave each {@code caBundle} alone
     * @param check a higher number than before to read all APIServices again
     */
    private record Wanted(Map<GroupVersion, String> digests, Optional<Trust> trust, long check) {
        static final Wanted NOTHING = new Wanted(Map.of(), Optional.empty(), 0);
    }

    /**
     * The trust of the kube-apiserver in a Service.
     *
     * @param authorities certificates in PEM
     */
    private record Trust(NamespacedName service, String authorities) {
        String caBundle() {
            return Base64.getEncoder().encodeToString(authorities.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private AnnotatedApiServices(KubernetesHttp http, JsonCodec codec, Duration settles) {
        this.http = http;
        this.codec = codec;
        this.writer = new LatestWriter<>("APIServices", settles, RETRIES, latest -> writeAll(latest.get()));
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
        wanted.updateAndGet(before -> new Wanted(Map.copyOf(digests), before.trust(), before.check()));
        writer.write(wanted);
    }

    /**
     * Makes the kube-apiserver trust the serving certificate. Reads all APIServices of served group versions again, and
     * corrects each {@code caBundle} that differs. APIServices of another Service, and those that skip the verification,
     * stay as they are.
     *
     * @param service the Service of the servers
     * @param authorities the authorities of the serving certificate, in PEM
     */
    public void trust(NamespacedName service, String authorities) {
        Trust trust = new Trust(service, authorities);
        wanted.updateAndGet(before -> new Wanted(before.digests(), Optional.of(trust), before.check() + 1));
        writer.write(wanted);
    }

    @Override
    public void close() {
        writer.close();
    }

    private boolean writeAll(Wanted state) {
        Map<GroupVersion, String> digests = new HashMap<>();
        written.keySet().forEach(gone -> digests.put(gone, NOTHING));
        digests.putAll(state.digests());
        boolean isCheck = state.check() != checked;
        boolean done = true;
        for (Map.Entry<GroupVersion, String> each : digests.entrySet()) {
            boolean isWritten = each.getValue().equals(written.get(each.getKey()));
            if (!isWritten || isCheck) {
                // A check leaves the annotation alone: during a rollout, another replica may have written it since.
                Optional<String> digest = isWritten ? Optional.empty() : Optional.of(each.getValue());
                if (write(each.getKey(), digest, state.trust())) {
                    written.put(each.getKey(), each.getValue());
                } else {
                    done = false;
                }
            }
        }
        checked = state.check();
        warn(
                state.trust().isPresent()
                        ? "does not trust the serving certificate, and their kinds cannot be used: "
                        : "may discover their kinds a minute late: ");
        return done;
    }

    /** Names all forbidden APIServices in one warning, except those that an earlier warning named. */
    private void warn(String effect) {
        forbidden.removeAll(named);
        if (!forbidden.isEmpty()) {
            named.addAll(forbidden);
            LOG.log(
                    Level.WARNING,
                    "Chartroom has no permission to get and update these APIServices, so the kube-apiserver " + effect
                            + String.join(", ", forbidden));
        }
    }

    /** Returns false if the write must be retried. */
    private boolean write(GroupVersion groupVersion, Optional<String> digest, Optional<Trust> trust) {
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
            JsonObject next =
                    trusting(digest.map(value -> annotated(service, value)).orElse(service), trust);
            if (next.equals(service)) {
                return true;
            }
            response = http.send("PUT", path, new Query().with("fieldManager", FIELD_MANAGER), codec.encode(next));
            return response.isSuccess() || isPermanentFailure(name, response);
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, () -> "Chartroom cannot annotate the APIService of " + groupVersion, e);
            return false;
        }
    }

    private static JsonObject annotated(JsonObject service, String digest) {
        JsonObject metadata = service.objectOrEmpty("metadata");
        JsonObject annotations = metadata.objectOrEmpty("annotations");
        return service.with(
                "metadata",
                metadata.with(
                        "annotations",
                        annotations.toBuilder().put(SERVED, digest).build()));
    }

    private static JsonObject trusting(JsonObject service, Optional<Trust> trust) {
        JsonObject spec = service.objectOrEmpty("spec");
        JsonObject target = spec.objectOrEmpty("service");
        NamespacedName name = new NamespacedName(target.stringOrEmpty("namespace"), target.stringOrEmpty("name"));
        return trust.filter(known -> known.service().equals(name) && !spec.isTrue("insecureSkipTLSVerify"))
                .map(known -> service.with("spec", spec.with("caBundle", new JsonString(known.caBundle()))))
                .orElse(service);
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
