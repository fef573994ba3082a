package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.adoption.HelmInstallation;
import java.util.Optional;

/** The charts that the helm command installed in a cluster, as Helm recorded them. */
public interface HelmInstallations {

    /**
     * Returns the newest deployed revision of a release in Helm; empty if there is none.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException if the record is not allowed to be read, is malformed or
     *     is too large; ServiceUnavailable if the cluster cannot be reached
     */
    Optional<HelmInstallation> deployed(NamespacedName helmRelease);
}
