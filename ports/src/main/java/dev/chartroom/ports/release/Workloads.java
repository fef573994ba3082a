package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.InventoryEntry;
import dev.chartroom.domain.subresource.WorkloadKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The workloads that releases installed. Errors are {@link dev.chartroom.apimachinery.status.ApiException}s. The error is
 * ServiceUnavailable if the cluster cannot be reached. Thread-safe.
 */
public interface Workloads {
    /** The workloads of a server whose objects have no releases. */
    Workloads NONE = new Workloads() {
        @Override
        public Optional<Inventory> inventory(ApplicationKind kind, NamespacedName name) {
            return Optional.empty();
        }

        @Override
        public boolean restart(
                WorkloadKind kind, NamespacedName name, NamespacedName release, Instant time, boolean dryRun) {
            return false;
        }
    };

    /**
     * The objects that a release installed.
     *
     * @param release the namespace and the name of the release in Helm
     */
    record Inventory(NamespacedName release, List<InventoryEntry> entries) {
        public Inventory {
            entries = List.copyOf(entries);
        }
    }

    /**
     * Returns everything that the release of an object installed; empty if the object has no release, or if Helm has no
     * revision of it under its own name.
     */
    Optional<Inventory> inventory(ApplicationKind kind, NamespacedName name);

    /**
     * Replaces the pods of a workload one after the other, as {@code kubectl rollout restart} does.
     *
     * @param release the release in Helm that must own the workload. The inventory of a release whose installation failed
     *     can name an object of another release
     * @param time when the restart was requested; the same time again has no further effect
     * @param dryRun whether the write has no effect
     * @return whether the workload exists and belongs to the release
     * @throws dev.chartroom.apimachinery.status.ApiException InternalError if the server may not write workloads, or the
     *     error of the cluster's admission
     */
    boolean restart(WorkloadKind kind, NamespacedName name, NamespacedName release, Instant time, boolean dryRun);
}
