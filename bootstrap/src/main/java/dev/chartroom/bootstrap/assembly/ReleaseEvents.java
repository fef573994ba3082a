package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.kubernetes.event.KubernetesEvents;
import dev.chartroom.adapters.kubernetes.event.KubernetesLeaderLease;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseLookup;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.config.StoreSettings;
import dev.chartroom.core.event.EventMirror;
import dev.chartroom.core.event.MirrorOutcome;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.StoreNames;
import java.util.Optional;
import java.util.UUID;

/** The mirror of Events, unless it is disabled or Chartroom's own namespace is not known. */
final class ReleaseEvents implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ReleaseEvents.class.getName());
    private static final String LEASE = "chartroom-event-mirror";

    private final Optional<EventMirror> mirror;
    private final CachedStores caches;

    private ReleaseEvents(Optional<EventMirror> mirror, CachedStores caches) {
        this.mirror = mirror;
        this.caches = caches;
    }

    /** Starts without kinds. The Lease of the mirror is in Chartroom's own namespace. */
    static ReleaseEvents start(ServerConfig config, Cluster cluster, CachedStores caches) {
        Optional<String> own = StoreSettings.ownNamespace(config);
        if (config.mirrorsEvents() && own.isEmpty()) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "Chartroom does not mirror the Events of releases, because the configuration has no namespace");
        }
        Optional<EventMirror> mirror = own.filter(_ -> config.mirrorsEvents())
                .map(namespace -> EventMirror.start(
                        new KubernetesEvents(cluster.http(), cluster.stored()),
                        new HelmReleaseLookup(cluster.http(), cluster.stored()),
                        lease(cluster, namespace),
                        cluster.clock()));
        return new ReleaseEvents(mirror, caches);
    }

    private static KubernetesLeaderLease lease(Cluster cluster, String namespace) {
        String identity = "chartroom-" + UUID.randomUUID();
        return new KubernetesLeaderLease(cluster.http(), cluster.stored(), namespace, LEASE, identity, cluster.clock());
    }

    /** Sets the kinds whose objects get mirrored Events. */
    void use(KindRegistry registry) {
        mirror.ifPresent(running -> running.use(registry, this::hasReleases));
    }

    private boolean hasReleases(ApplicationKind kind) {
        return caches.storeOf(kind)
                .filter(store ->
                        store.equals(StoreNames.HELM_RELEASE) || kind.release().isProjected())
                .isPresent();
    }

    /** Returns the number of Events with an outcome. */
    long count(MirrorOutcome outcome) {
        return mirror.map(running -> running.counts().of(outcome)).orElse(0L);
    }

    @Override
    public void close() {
        mirror.ifPresent(EventMirror::close);
    }
}
