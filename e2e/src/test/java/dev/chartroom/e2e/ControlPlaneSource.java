package dev.chartroom.e2e;

import java.nio.file.Path;

/** Where the control plane of the e2e tests comes from on this machine, or why there is none. */
sealed interface ControlPlaneSource {

    /** Processes of this machine. */
    record Local(ControlPlaneBinaries binaries) implements ControlPlaneSource {}

    /** K3s in Docker, with a kubectl of this machine. */
    record Docker(Path kubectl) implements ControlPlaneSource {}

    /** None: {@code reason} is one line for whoever wonders why the tests were skipped. */
    record Absent(String reason) implements ControlPlaneSource {}
}
