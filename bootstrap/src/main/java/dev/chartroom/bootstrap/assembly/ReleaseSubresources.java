package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.kubernetes.helm.HelmSecrets;
import dev.chartroom.adapters.kubernetes.installed.KubernetesObjects;
import dev.chartroom.adapters.kubernetes.installed.KubernetesPodLogs;
import dev.chartroom.adapters.kubernetes.installed.KubernetesResources;
import dev.chartroom.adapters.kubernetes.installed.KubernetesWorkloads;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseDirectory;
import dev.chartroom.adapters.kubernetes.release.SuspendableHelmReleases;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.subresource.ApplicationLogs;
import dev.chartroom.core.subresource.ApplicationView;
import dev.chartroom.core.subresource.OwnObjects;
import dev.chartroom.core.subresource.ReleaseAccess;
import dev.chartroom.core.subresource.ReleaseCredentials;
import dev.chartroom.core.subresource.ReleaseHistory;
import dev.chartroom.core.subresource.ReleaseLogs;
import dev.chartroom.core.subresource.ReleaseManifest;
import dev.chartroom.core.subresource.ReleaseNotes;
import dev.chartroom.core.subresource.ReleaseResources;
import dev.chartroom.core.subresource.ReleaseRollback;
import dev.chartroom.core.subresource.ReleaseValues;
import dev.chartroom.core.subresource.VersionHistory;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.release.HelmRecords;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.release.SuspendableReleases;
import dev.chartroom.ports.release.Workloads;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The parts that serve the subresources of objects with releases.
 *
 * @param views the read-only subresources
 * @param logs the logs; empty if there are no releases
 * @param records the records for rollbacks; empty if there are no releases
 */
record ReleaseSubresources(
        SuspendableReleases suspensions,
        Workloads workloads,
        Map<Subresource, ApplicationView> views,
        Optional<ApplicationLogs> logs,
        Optional<Records> records) {
    /** The container logs that the server reads at the same time. Each takes some 100 KiB of memory. */
    private static final int LOG_STREAMS = 512;

    /** The releases and what Helm has recorded about them. */
    record Records(ReleaseDirectory releases, HelmRecords records) {}

    static ReleaseSubresources of(Cluster cluster, Authorizer authorizer) {
        OwnObjects own = own(cluster);
        HelmReleaseDirectory releases = new HelmReleaseDirectory(cluster.http(), cluster.stored());
        HelmSecrets records = new HelmSecrets(cluster.http(), cluster.stored());
        KubernetesResources resources = new KubernetesResources(cluster.http(), cluster.stored());
        KubernetesObjects objects = new KubernetesObjects(cluster.http(), cluster.stored());
        return new ReleaseSubresources(
                new SuspendableHelmReleases(cluster.http(), cluster.stored()),
                new KubernetesWorkloads(cluster.http(), cluster.stored()),
                Map.of(
                        Subresource.HISTORY,
                        new ReleaseHistory(releases, records),
                        Subresource.VALUES,
                        new ReleaseValues(releases, records),
                        Subresource.RESOURCES,
                        new ReleaseResources(
                                releases, records, resources, objects, authorizer, cluster.stored(), cluster.clock()),
                        Subresource.ACCESS,
                        new ReleaseAccess(own),
                        Subresource.CREDENTIALS,
                        new ReleaseCredentials(own),
                        Subresource.MANIFEST,
                        new ReleaseManifest(releases, records, resources, authorizer, cluster.stored()),
                        Subresource.NOTES,
                        new ReleaseNotes(releases, records)),
                Optional.of(new ReleaseLogs(
                        own, new KubernetesPodLogs(cluster.http(), cluster.stored()), new FairShares(LOG_STREAMS))),
                Optional.of(new Records(releases, records)));
    }

    /**
     * Returns the same parts, with another history of objects that have versions instead of a release.
     *
     * @param hasVersions called for each request, because kinds can move between stores
     */
    ReleaseSubresources with(VersionHistory versions, Predicate<ApplicationKind> hasVersions) {
        Map<Subresource, ApplicationView> all = new EnumMap<>(views);
        ApplicationView releases = Objects.requireNonNull(views.get(Subresource.HISTORY));
        all.put(
                Subresource.HISTORY,
                (kind, name, user) -> (hasVersions.test(kind) ? versions : releases).of(kind, name, user));
        return new ReleaseSubresources(suspensions, workloads, all, logs, records);
    }

    /** Returns the reader of objects that releases own. */
    static OwnObjects own(Cluster cluster) {
        return new OwnObjects(
                new HelmReleaseDirectory(cluster.http(), cluster.stored()),
                new HelmSecrets(cluster.http(), cluster.stored()),
                new KubernetesResources(cluster.http(), cluster.stored()),
                new KubernetesObjects(cluster.http(), cluster.stored()),
                cluster.stored());
    }

    /** Returns those of dev mode, in which no kind declares them. */
    static ReleaseSubresources none() {
        return new ReleaseSubresources(
                (kind, name, _, _) -> {
                    throw new ApiException(new ApiError.NotFound(kind.groupResource(), name.name()));
                },
                Workloads.NONE,
                Map.of(),
                Optional.empty(),
                Optional.empty());
    }

    Optional<ReleaseRollback> rollback(ApplicationWriter writer) {
        return records.map(known -> new ReleaseRollback(known.releases(), known.records(), writer));
    }
}
