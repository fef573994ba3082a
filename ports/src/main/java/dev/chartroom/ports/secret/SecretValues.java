package dev.chartroom.ports.secret;

import dev.chartroom.domain.meta.NamespacedName;
import java.util.Optional;

/** Values of the cluster's Secrets. They are neither kept nor logged. Thread-safe. */
public interface SecretValues {

    /**
     * Reads one value, as it is now.
     *
     * @param key of the Secret's {@code data}
     * @return the value, decoded; empty if there is no such Secret, it has no such key, or nobody offers it
     * @throws dev.chartroom.domain.status.ApiException ServiceUnavailable where this cannot be found out
     */
    Optional<byte[]> value(NamespacedName secret, String key);
}
