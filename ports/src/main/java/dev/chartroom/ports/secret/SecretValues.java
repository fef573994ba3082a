package dev.chartroom.ports.secret;

import dev.chartroom.domain.meta.NamespacedName;
import java.util.Optional;

/** Values of the cluster's Secrets. They are neither cached nor logged. Thread-safe. */
public interface SecretValues {

    /**
     * Reads the current state of one value.
     *
     * @param key of the Secret's {@code data}
     * @return the decoded value; empty if there is no such Secret, it has no such key, or it is not offered to specs
     * @throws dev.chartroom.domain.status.ApiException ServiceUnavailable if the value cannot be determined
     */
    Optional<byte[]> value(NamespacedName secret, String key);
}
