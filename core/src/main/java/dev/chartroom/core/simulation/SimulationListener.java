package dev.chartroom.core.simulation;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;

/** Receives what happens to simulated releases. */
@FunctionalInterface
public interface SimulationListener {
    /** Ignores everything. */
    SimulationListener NONE = (_, _, _, _) -> {};

    /**
     * Reports the end of an installation or an upgrade.
     *
     * @param object the object with its new status
     * @param reason one CamelCase word
     * @param message a sentence that names the release and the chart
     */
    void happened(ApplicationKind kind, Application object, String reason, String message);
}
