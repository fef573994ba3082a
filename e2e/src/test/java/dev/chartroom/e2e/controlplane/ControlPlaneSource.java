package dev.chartroom.e2e.controlplane;

import java.nio.file.Path;

/** The source of the control plane for e2e tests on this machine, or the reason why there is none. */
sealed interface ControlPlaneSource {

    /** Processes of this machine. */
    record Local(ControlPlaneBinaries binaries) implements ControlPlaneSource {}

    /** K3s in Docker, with a kubectl of this machine. */
    record Docker(Path kubectl) implements ControlPlaneSource {}

    /** There is no control plane. The {@code reason} is one line that explains why the tests are skipped. */
    record Absent(String reason) implements ControlPlaneSource {}
}
