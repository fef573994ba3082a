package dev.chartroom.adapters.auth.authn;

import com.google.gson.JsonObject;
import dev.chartroom.adapters.auth.Pauses;
import dev.chartroom.adapters.auth.ResponseObject;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.util.Watch;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The trust that the ConfigMap {@code kube-system/extension-apiserver-authentication} declares, kept up to date by a
 * watch (wire contract C2). While the API server cannot be reached, the last known state stays in effect. While the
 * ConfigMap does not exist, nothing is trusted. Thread-safe.
 */
public final class ConfigMapTrust implements Supplier<ClusterTrust>, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ConfigMapTrust.class.getName());

    private final AuthenticationConfigMap configMap;
    private final Pauses pauses;
    private final Thread follower;
    private volatile ClusterTrust trust = ClusterTrust.NONE;
    private volatile boolean loaded;
    private volatile boolean closed;

    private ConfigMapTrust(AuthenticationConfigMap configMap, Pauses pauses) {
        this.configMap = configMap;
        this.pauses = pauses;
        this.follower = Thread.ofVirtual().name("authentication-config-map").unstarted(this::follow);
    }

    /** Reads the ConfigMap once and then watches it in the background, even if the first read fails. */
    public static ConfigMapTrust start(ApiClient client) {
        return start(client, Pauses.ofWatches());
    }

    static ConfigMapTrust start(ApiClient client, Pauses pauses) {
        ConfigMapTrust started = new ConfigMapTrust(new AuthenticationConfigMap(client), pauses);
        try {
            started.load();
        } catch (ApiException | RuntimeException e) {
            started.warn(e);
        }
        started.follower.start();
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

    /**
     * Stops watching; the last trust stays in effect. Returns when the watching thread has ended, or after five
     * seconds.
     */
    @Override
    public void close() {
        closed = true;
        follower.interrupt();
        try {
            if (!follower.join(Duration.ofSeconds(5))) {
                LOG.log(Level.WARNING, "The watch of the authentication ConfigMap did not stop within five seconds");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() {
        int failures = 0;
        while (!closed) {
            try {
                watch(load());
                failures = 0;
            } catch (ApiException | IOException | RuntimeException e) {
                failures++;
                warn(e);
            }
            try {
                pauses.pause(Math.max(1, failures));
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private String load() throws ApiException {
        ResponseObject list = configMap.list();
        List<ResponseObject> items = list.objects("items");
        trust(items.isEmpty() ? Map.of() : items.getFirst().textByKey("data"));
        loaded = true;
        return list.object("metadata").text("resourceVersion");
    }

    private void watch(String resourceVersion) throws ApiException, IOException {
        try (Watch<JsonObject> events = configMap.watch(resourceVersion)) {
            while (events.hasNext()) {
                Watch.Response<JsonObject> event = events.next();
                switch (event.type) {
                    case "ADDED", "MODIFIED" -> trust(new ResponseObject(event.object).textByKey("data"));
                    case "DELETED" -> trust(Map.of());
                    case "BOOKMARK" -> {}
                    default -> throw new IOException("the watch ended with an event of type " + event.type);
                }
            }
        }
    }

    private void trust(Map<String, String> data) {
        ClusterTrust previous = trust;
        ClusterTrustParser.Parsed parsed = ClusterTrustParser.parse(data, previous);
        parsed.problems()
                .forEach(problem -> LOG.log(
                        Level.WARNING,
                        "The authentication ConfigMap is invalid, so the previous CAs stay in effect: {0}",
                        problem));
        if (!parsed.trust().equals(previous)) {
            trust = parsed.trust();
            report(trust);
        }
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

    private void warn(Exception failure) {
        if (!closed) {
            LOG.log(Level.WARNING, "Cannot watch the authentication ConfigMap, retrying: {0}", describe(failure));
        }
    }

    private static String describe(Exception failure) {
        if (failure instanceof ApiException answered && answered.getCode() != 0) {
            return "the API server answered " + answered.getCode() + " " + answered.getResponseBody();
        }
        return String.valueOf(failure.getCause() == null ? failure : failure.getCause());
    }
}
