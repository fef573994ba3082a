package dev.chartroom.bootstrap.metrics;

import dev.chartroom.adapters.http.api.ApiServer;
import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.adapters.postgres.PostgresStorage;
import dev.chartroom.bootstrap.tracing.Spans;
import dev.chartroom.core.watchcache.GroupState;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.WebhookClient;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationStore;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import okhttp3.Interceptor;

/** All metrics of a server, except those of its requests, which the HTTP adapter adds to the same registry. */
public final class ServerMetrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Instruments instruments = new Instruments(registry);
    private final Clock clock;
    private final Spans spans;
    private final ClientMetrics client;
    private final AuthorizationMetrics authorization;
    private final StoreMetrics stores;

    /** @param version the version of the program */
    public ServerMetrics(String version, Clock clock) {
        this(version, clock, Spans.OFF);
    }

    /** @param spans records the measured parts of each request */
    public ServerMetrics(String version, Clock clock, Spans spans) {
        this.spans = spans;
        this.clock = clock;
        this.client = new ClientMetrics(instruments);
        this.authorization = new AuthorizationMetrics(instruments);
        this.stores = new StoreMetrics(instruments, spans);
        registry.register(new RuntimeMetrics());
        Info.builder()
                .name("chartroom_build_info")
                .help("The version of the program and of its JVM.")
                .labelNames("version", "java_version")
                .register(registry)
                .setLabelValues(version, Runtime.version().toString());
    }

    public PrometheusRegistry registry() {
        return registry;
    }

    /** Returns the metrics of requests to the kube-apiserver. */
    public Interceptor client() {
        return client;
    }

    /** Returns an authorizer that counts its decisions, as one of several authorizers. */
    public Authorizer counted(String type, Authorizer authorizer) {
        return authorization.counted(type, authorizer);
    }

    /** Returns measured authentication and authorization. To be called once. */
    public ApiServer.Access measured(ApiServer.Access access) {
        Authenticator authenticator = new MeasuredAuthenticator(access.authenticator(), instruments);
        Authorizer authorizer = authorization.measured(access.authorizer());
        return new ApiServer.Access(
                credentials -> spans.during("authentication", () -> authenticator.authenticate(credentials)),
                attributes -> spans.during("authorization", () -> authorizer.authorize(attributes)),
                access.frontProxy());
    }

    /** Returns measured admission. To be called once. */
    public Admission measured(Admission admission) {
        return new MeasuredAdmission(admission, instruments, spans);
    }

    /** Returns a measured client of webhooks. To be called once. */
    public WebhookClient measured(WebhookClient webhooks) {
        return new MeasuredWebhookClient(webhooks, instruments);
    }

    /** Returns a measured store. */
    public ApplicationStore measured(String name, ApplicationStore store) {
        return new MeasuredApplicationStore(store, stores.of(name));
    }

    /** Returns a measured feed. */
    public ApplicationListerWatcher measured(String store, ApplicationListerWatcher feed) {
        return new MeasuredListerWatcher(feed, stores.of(store));
    }

    /** Adds the states of caches, by the names of their stores. To be called once. */
    public void addCaches(Map<String, WatchCachingApplicationStore> caches) {
        caches.forEach((name, cache) -> {
            StoreMetrics.OfStore store = stores.of(name);
            cache.onLag(nanos -> store.lagged(nanos / 1e9));
        });
        instruments.gauge(
                "chartroom_watch_cache_synced",
                "1 if the cache of an API group has read the group's objects.",
                gauge -> states(caches, (labels, state) -> gauge.call(state.isSynced() ? 1 : 0, labels)),
                "store",
                "group");
        instruments.gauge(
                "chartroom_watch_cache_disconnected_seconds",
                "Seconds since the watch of a cache failed; 0 while the watch is open.",
                gauge -> states(caches, (labels, state) -> gauge.call(disconnected(state), labels)),
                "store",
                "group");
        instruments.gauge(
                "chartroom_watch_cache_objects",
                "Objects in the cache of an API group.",
                gauge -> states(caches, (labels, state) -> gauge.call((double) state.objects(), labels)),
                "store",
                "group");
    }

    private static void states(
            Map<String, WatchCachingApplicationStore> caches, BiConsumer<String[], GroupState> each) {
        caches.forEach((name, cache) ->
                cache.states().forEach(state -> each.accept(new String[] {name, state.group()}, state)));
    }

    private double disconnected(GroupState state) {
        Instant since = state.disconnectedSince();
        return since == null
                ? 0
                : Math.max(0, Duration.between(since, clock.instant()).toMillis()) / 1e3;
    }

    /** Adds the pools of databases. To be called once. */
    public void addDatabases(List<PostgresStorage> databases) {
        if (databases.isEmpty()) {
            return;
        }
        instruments.gauge(
                "chartroom_postgres_connections",
                "Connections for requests, by state: used, and max for their largest number.",
                gauge -> databases.forEach(each -> connections(gauge, each)),
                "state");
        instruments.gauge(
                "chartroom_postgres_waiting_requests",
                "Requests that wait for a connection.",
                gauge -> databases.forEach(each -> gauge.call(each.connections().waiting())));
    }

    private static void connections(GaugeWithCallback.Callback gauge, PostgresStorage database) {
        gauge.call(database.connections().used(), "used");
        gauge.call(database.connections().max(), "max");
    }

    /** Adds the results of readiness checks, which run at each scrape. To be called once. */
    public void addHealth(List<HealthCheck> ready) {
        instruments.gauge(
                "kubernetes_healthcheck",
                "1 if a check of /readyz passes.",
                gauge -> ready.forEach(
                        check -> gauge.call(check.failure().get().isEmpty() ? 1 : 0, check.name(), "readyz")),
                "name",
                "type");
    }

    /**
     * Adds metrics of each Application. To be called once.
     *
     * @param kinds returns the kinds whose objects are in a cache
     * @param store answers lists from the caches
     */
    public void addApplications(Supplier<List<ApplicationKind>> kinds, ApplicationStore store, JsonCodec codec) {
        registry.register(new ApplicationMetrics(kinds, store, codec, ApplicationMetrics.MAX_APPLICATIONS));
    }
}
