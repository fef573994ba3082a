package dev.chartroom.e2e.controlplane;

import org.jspecify.annotations.Nullable;

/**
 * The control plane of this JVM. The search for it runs once. The control plane is started on first use, and its
 * absence is logged once.
 */
final class SharedControlPlane {
    private static @Nullable ControlPlaneSource source;
    private static @Nullable ControlPlane running;
    private static @Nullable String failure;

    private SharedControlPlane() {}

    /** Returns its source. The first call may take minutes (see {@link ControlPlaneSearch}). */
    static synchronized ControlPlaneSource source() {
        var known = source;
        if (known == null) {
            known = ControlPlaneSearch.ofThisMachine().find();
            source = known;
            if (known instanceof ControlPlaneSource.Absent(String reason)) {
                System.out.println("e2e: SKIPPED: no control plane: " + reason);
            }
        }
        return known;
    }

    /**
     * Returns the running control plane.
     *
     * @throws IllegalStateException if there is none or it did not start; later calls fail at once, without another
     *     attempt
     */
    static synchronized ControlPlane get() {
        if (failure != null) {
            throw new IllegalStateException("the control plane did not start: " + failure);
        }
        var current = running;
        if (current == null) {
            try {
                current = start(source());
            } catch (RuntimeException e) {
                failure = e.getMessage();
                throw e;
            }
            running = current;
        }
        return current;
    }

    static synchronized boolean isRunning() {
        return running != null;
    }

    private static ControlPlane start(ControlPlaneSource source) {
        return switch (source) {
            case ControlPlaneSource.Local(var binaries) -> ControlPlane.findOrStart(binaries);
            case ControlPlaneSource.Docker(var kubectl) -> ControlPlane.startK3s(kubectl);
            case ControlPlaneSource.Absent(var reason) ->
                throw new IllegalStateException("no control plane: " + reason);
        };
    }

    static synchronized void close() {
        if (running != null) {
            running.close();
            running = null;
        }
    }
}
