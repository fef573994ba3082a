package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.release.HelmRecord;
import java.util.Optional;
import java.util.function.Supplier;

/** The revisions that Helm has recorded in Secrets. Nothing is cached or logged. Thread-safe. */
public interface HelmRecords {

    /**
     * Reads the record of one revision, by the exact name of its Secret.
     *
     * @param release the namespace and the name of the release in Helm
     * @return decodes the record, which can take a second and 100 MB of memory; empty if there is no such record
     * @throws dev.chartroom.apimachinery.status.ApiException InternalError if the server may not read Secrets, or if the
     *     record is malformed or too large; ServiceUnavailable if the cluster cannot be reached
     */
    Optional<Supplier<HelmRecord>> find(NamespacedName release, long revision);
}
