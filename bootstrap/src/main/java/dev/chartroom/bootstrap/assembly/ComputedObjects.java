package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.kubernetes.installed.KubernetesMetadata;
import dev.chartroom.adapters.kubernetes.installed.KubernetesObjects;
import dev.chartroom.adapters.kubernetes.installed.KubernetesPodMetrics;
import dev.chartroom.adapters.kubernetes.installed.KubernetesStorageClasses;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseDirectory;
import dev.chartroom.core.computed.ApplicationChoices;
import dev.chartroom.core.computed.ApplicationPreview;
import dev.chartroom.core.computed.ApplicationUsage;
import dev.chartroom.core.computed.ComputedApplicationStore;
import dev.chartroom.core.computed.ComputedView;
import dev.chartroom.core.computed.KindsReview;
import dev.chartroom.core.computed.TenantView;
import dev.chartroom.core.store.RoutingApplicationStore;
import dev.chartroom.core.subresource.ReleasePods;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.computed.TenantObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.StorageClasses;
import dev.chartroom.ports.release.ClusterMetadata;
import dev.chartroom.ports.release.ClusterObjects;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.release.ReleaseMetrics;
import dev.chartroom.ports.storage.ApplicationStore;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The parts that answer for kinds whose objects are not stored. The catalogue decides whether these kinds are served.
 *
 * @param cluster the objects that are shown as kinds of Cozystack; empty without a cluster
 * @param measured the pods of releases and their metrics; empty if the server has no access to these
 */
record ComputedObjects(
        Supplier<KindRegistry> registry,
        Authorizer authorizer,
        ObjectQuota quota,
        Optional<ReleaseDirectory> releases,
        Optional<Measured> measured,
        Optional<Shown> cluster,
        StorageClasses storageClasses,
        JsonCodec codec) {
    private static final String STORED = "stored";

    /** The objects of the cluster. */
    record Shown(ClusterObjects objects, ClusterMetadata metadata) {}

    record Measured(ReleasePods pods, ReleaseMetrics metrics) {}

    static ComputedObjects of(
            Supplier<KindRegistry> registry, Cluster cluster, Authorizer authorizer, ObjectQuota quota) {
        HelmReleaseDirectory releases = new HelmReleaseDirectory(cluster.http(), cluster.stored());
        return new ComputedObjects(
                registry,
                authorizer,
                quota,
                Optional.of(releases),
                Optional.of(new Measured(
                        new ReleasePods(ReleaseSubresources.own(cluster)),
                        new KubernetesPodMetrics(cluster.http(), cluster.stored()))),
                Optional.of(new Shown(
                        new KubernetesObjects(cluster.http(), cluster.stored()),
                        new KubernetesMetadata(cluster.http(), cluster.stored()))),
                new KubernetesStorageClasses(cluster.http(), cluster.stored()),
                cluster.stored());
    }

    /** Returns the parts of a server without a cluster. */
    static ComputedObjects withoutCluster(Supplier<KindRegistry> registry, Authorizer authorizer, JsonCodec codec) {
        return new ComputedObjects(
                registry,
                authorizer,
                ObjectQuota.UNLIMITED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                StorageClasses.NONE,
                codec);
    }

    /**
     * Returns a store that also has the objects that are not stored.
     *
     * @param previewed writes to the store, for dry runs
     */
    ApplicationStore besides(ApplicationStore stored, ApplicationWriter previewed) {
        ApplicationStore computed = new ComputedApplicationStore(
                Map.of(
                        plural(ComputedKinds.SELF_SUBJECT_KINDS_REVIEW),
                        new KindsReview(registry, authorizer, quota),
                        plural(ComputedKinds.APPLICATION_PREVIEW),
                        new ApplicationPreview(registry, stored, previewed, authorizer, releases)),
                views(stored),
                codec);
        return new RoutingApplicationStore(
                Map.of(STORED, stored, ApplicationKind.COMPUTED, computed),
                kind -> kind.isComputed() ? ApplicationKind.COMPUTED : STORED);
    }

    private Map<String, ComputedView> views(ApplicationStore stored) {
        Map<String, ComputedView> views = new HashMap<>();
        views.put(
                plural(ComputedKinds.APPLICATION_OPTIONS),
                new ApplicationChoices(registry, stored, authorizer, storageClasses));
        measured.ifPresent(parts -> views.put(
                plural(ComputedKinds.APPLICATION_METRICS),
                new ApplicationUsage(registry, stored, authorizer, parts.pods(), parts.metrics())));
        cluster.ifPresent(parts -> Arrays.stream(TenantObject.values())
                .forEach(shown -> views.put(
                        plural(shown.kind()),
                        new TenantView(shown, parts.objects(), parts.metadata(), authorizer, InstantSource.system()))));
        return views;
    }

    private static String plural(ApplicationKind kind) {
        return kind.names().plural();
    }
}
