package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionHooks;
import java.util.Optional;

/** The admission policies and webhooks of the cluster. Thread-safe. */
@FunctionalInterface
public interface AdmissionHookSource {
    /** Returns the current configuration; empty until the configuration was read once. */
    Optional<AdmissionHooks> hooks();
}
