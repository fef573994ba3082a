package dev.chartroom.adapters.auth.authn;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.json.JsonCodec;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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
    private static final Duration FIRST_READ = Duration.ofSeconds(10);

    private final CountDownLatch attempted = new CountDownLatch(1);
    private final Reflector configMaps;
    private volatile ClusterTrust trust = ClusterTrust.NONE;

    private ConfigMapTrust(KubernetesHttp http, JsonCodec codec) {
        configMaps = Reflector.of(http, codec, PATH, FIELD_SELECTOR, this::changed, attempted::countDown);
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
        return configMaps.isLoaded();
    }

    /** Stops watching; the last trust stays in effect. */
    @Override
    public void close() {
        configMaps.close();
    }

    private void changed() {
        ClusterTrust previous = trust;
        ClusterTrustParser.Parsed parsed = ClusterTrustParser.parse(data(), previous);
        parsed.problems()
                .forEach(problem -> LOG.log(
                        Level.WARNING,
                        "The authentication ConfigMap is invalid, so the previous CAs stay in effect: {0}",
                        problem));
        if (!parsed.trust().equals(previous)) {
            trust = parsed.trust();
            report(trust);
        }
        attempted.countDown();
    }

    private Map<String, String> data() {
        Map<String, String> data = new HashMap<>();
        for (JsonObject configMap : configMaps.all()) {
            configMap.objectOrEmpty("data").members().forEach((key, value) -> {
                if (value instanceof JsonString(String text)) {
                    data.put(key, text);
                }
            });
        }
        return data;
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
