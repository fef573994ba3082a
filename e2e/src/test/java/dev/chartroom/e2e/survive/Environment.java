package dev.chartroom.e2e.survive;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.HelmReleaseCrd;
import java.util.List;

/** All that a fault can befall, and the clients. */
record Environment(ControlPlane controlPlane, Deployment deployment, Database database, List<Load> loads)
        implements AutoCloseable {

    /** Starts the replicas and the clients in a new control plane. */
    static Environment start(int replicas, int watches, long seed) {
        ControlPlane controlPlane = ControlPlane.startToBeKilled();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", ObjectClient.NAMESPACE);
        Database database = Database.start();
        Deployment deployment = Deployment.start(controlPlane, replicas, database);
        return new Environment(
                controlPlane,
                deployment,
                database,
                List.of(
                        Load.start(controlPlane, Resource.REDISES, watches / 2, seed),
                        Load.start(controlPlane, Resource.LEDGERS, watches - watches / 2, seed + 1)));
    }

    /** Removes the CRD of HelmReleases, which deletes all HelmReleases. */
    void removeCrd() {
        long start = System.nanoTime();
        controlPlane.kubectl().succeed("delete", "crd", HelmReleaseCrd.NAME, "--wait=true", "--timeout=60s");
        loads.stream()
                .filter(load -> load.resource().equals(Resource.REDISES))
                .forEach(load -> load.history().deletedByOthers(start, System.nanoTime()));
    }

    @Override
    public void close() {
        loads.forEach(Load::close);
        deployment.close();
        database.close();
        controlPlane.close();
    }
}
