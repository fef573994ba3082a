package dev.chartroom.adapters.auth.authn;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.json.JsonCodec;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The trust that the ConfigMap {@code kube-system/extension-apiserver-authentication} declares, kept up to date by a
 * watch (wire contract C2). While the API server cannot be reached, the last known state stays in effect. While the
 * ConfigMap does not exist, nothing is trusted. Thread-safe.
 */
public final class ConfigMapTrust implements Supplier<ClusterTrust>, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ConfigMapTrust.class.getName());
    private static final String PATH = "/api/v1/namespaces/kube-system/configmaps";
    // RBAC grants access to this name only, so a list and a watch must select it.
    private static final String FIELD_SELECTOR = "metadata.name=extension-apiserver-authentication";
    private static final NamespacedName NAME = new NamespacedName("kube-system", "extension-apiserver-authentication");
    private static final Duration FIRST_READ = Duration.ofSeconds(10);
    // A short watch detects a silently broken connection before the next rotation of an authority.
    private static final Duration WATCH = Duration.ofMinutes(2);

    private final CountDownLatch attempted = new CountDownLatch(1);
    private final Reflector configMaps;
    private volatile ClusterTrust trust = ClusterTrust.NONE;
    private volatile boolean loaded;

    private ConfigMapTrust(KubernetesHttp http, JsonCodec codec) {
        configMaps =
                Reflector.listingAgain(http, codec, PATH, FIELD_SELECTOR, WATCH, this::changed, attempted::countDown);
    }

    /** Reads the ConfigMap once and then watches it in the background, even if the first read fails. */
    public static ConfigMapTrust start(KubernetesHttp http, JsonCodec codec) {
        ConfigMapTrust started = new ConfigMapTrust(http, codec);
        started.configMaps.start();
        try {
            boolean _ = started.attempted.await(FIRST_READ.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return started;
    }

    @Override
    public ClusterTrust get() {
        return trust;
    }

    /**
     * Returns whether the API server has answered, at least once, with the ConfigMap or with an empty list. For
     * readiness.
     */
    public boolean isLoaded() {
        return loaded;
    }

    /** Stops watching; the last trust stays in effect. */
    @Override
    public void close() {
        configMaps.close();
        configMaps.awaitEnd();
    }

    private void changed() {
        Optional<Map<String, String>> data = data();
        if (data.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "The authentication ConfigMap's data is not a map of strings, so the previous CAs stay in effect");
            attempted.countDown();
            return;
        }
        ClusterTrust previous = trust;
        ClusterTrustParser.Parsed parsed = ClusterTrustParser.parse(data.get(), previous);
        parsed.problems()
                .forEach(problem -> LOG.log(
                        Level.WARNING,
                        "The authentication ConfigMap is invalid, so the previous CAs stay in effect: {0}",
                        problem));
        if (!parsed.trust().equals(previous)) {
            trust = parsed.trust();
            report(trust);
        }
        loaded = true;
        attempted.countDown();
    }

    /**
     * Returns the data of the ConfigMap; a map without members if there is no ConfigMap; empty if the data is
     * malformed.
     */
    private Optional<Map<String, String>> data() {
        JsonValue data = configMaps.find(NAME).orElse(JsonObject.EMPTY).get("data");
        if (data == null || data instanceof JsonNull) {
            return Optional.of(Map.of());
        }
        if (!(data instanceof JsonObject members)) {
            return Optional.empty();
        }
        Map<String, String> texts = new HashMap<>();
        for (Map.Entry<String, JsonValue> member : members.members().entrySet()) {
            if (!(member.getValue() instanceof JsonString(String text))) {
                return Optional.empty();
            }
            texts.put(member.getKey(), text);
        }
        return Optional.of(texts);
    }

    private static void report(ClusterTrust trust) {
        RequestHeaderTrust frontProxy = trust.requestHeader();
        LOG.log(
                Level.INFO,
                "Trusting {0} client CAs, and {1} front-proxy CAs with the allowed names {2}",
                trust.clientAuthorities().size(),
                frontProxy.authorities().size(),
                frontProxy.allowedNames());
        if (!frontProxy.authorities().isEmpty() && frontProxy.allowedNames().isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "No allowed names are configured, so any certificate of a front-proxy CA may assert any user");
        }
    }
}
