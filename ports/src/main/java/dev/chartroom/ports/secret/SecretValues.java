package dev.chartroom.ports.secret;

import dev.chartroom.apimachinery.meta.NamespacedName;
import java.util.Optional;

/** Values of the cluster's Secrets. They are neither cached nor logged. Thread-safe. */
public interface SecretValues {

    /**
     * Reads the current state of one value.
     *
     * @param key the key in the {@code data} of the Secret
     * @return the decoded value; empty if there is no such Secret, if the Secret has no such key, or if the Secret is
     *     not offered to Chartroom
     * @throws dev.chartroom.apimachinery.status.ApiException ServiceUnavailable if the value cannot be determined
     */
    Optional<byte[]> value(NamespacedName secret, String key);
}
