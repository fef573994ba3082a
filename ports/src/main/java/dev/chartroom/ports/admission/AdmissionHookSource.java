package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionHooks;
import java.util.Optional;

/** What the cluster has configured to have a say in writes. Thread-safe. */
@FunctionalInterface
public interface AdmissionHookSource {
    /** What is configured now; empty as long as that was never read. */
    Optional<AdmissionHooks> hooks();
}
