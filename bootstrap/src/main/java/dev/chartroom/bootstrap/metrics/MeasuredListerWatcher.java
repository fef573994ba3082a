package dev.chartroom.bootstrap.metrics;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.WatchStream;
import java.util.List;
import java.util.Optional;

/** Measures the calls that ask a store for its latest revision, which writes a fence in a store of HelmReleases. */
record MeasuredListerWatcher(ApplicationListerWatcher feed, StoreMetrics.OfStore metrics)
        implements ApplicationListerWatcher {

    @Override
    public ApplicationPage list(List<ApplicationKind> kinds, String continueToken) {
        return feed.list(kinds, continueToken);
    }

    @Override
    public WatchStream watchList(List<ApplicationKind> kinds) {
        return feed.watchList(kinds);
    }

    @Override
    public Optional<ResourceVersion> latest(ApplicationKind kind) {
        return metrics.measuredFence(() -> feed.latest(kind));
    }

    @Override
    public long minObjectsForLatest() {
        return feed.minObjectsForLatest();
    }

    @Override
    public Optional<String> version(ApplicationKind kind, NamespacedName name) {
        return feed.version(kind, name);
    }

    @Override
    public ObjectVersions versions(ApplicationKind kind, Selection selection) {
        return feed.versions(kind, selection);
    }

    @Override
    public String continueToken(
            ApplicationKind kind, String namespace, ResourceVersion resourceVersion, NamespacedName last) {
        return feed.continueToken(kind, namespace, resourceVersion, last);
    }

    @Override
    public WatchStream watch(List<ApplicationKind> kinds, ResourceVersion resourceVersion) {
        return feed.watch(kinds, resourceVersion);
    }
}
