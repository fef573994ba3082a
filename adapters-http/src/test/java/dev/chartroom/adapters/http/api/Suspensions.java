package dev.chartroom.adapters.http.api;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.release.SuspendableReleases;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Remembers which releases are suspended. The releases themselves do not exist. */
final class Suspensions implements SuspendableReleases {
    private final Set<String> suspended = new ConcurrentSkipListSet<>();

    @Override
    public JsonObject setSuspended(ApplicationKind kind, NamespacedName name, boolean suspend, boolean dryRun) {
        if (!dryRun && suspend) {
            suspended.add(name.toString());
        } else if (!dryRun) {
            suspended.remove(name.toString());
        }
        return JsonObject.EMPTY;
    }

    /** Returns namespace and name of each object whose release is suspended. */
    Set<String> names() {
        return Set.copyOf(suspended);
    }
}
