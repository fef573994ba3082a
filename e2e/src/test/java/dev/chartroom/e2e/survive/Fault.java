package dev.chartroom.e2e.survive;

import dev.chartroom.e2e.controlplane.ControlPlane;
import java.time.Duration;

/** A fault of the environment. */
enum Fault {
    /** Replaces all replicas, one after the other. No request may fail. */
    ROLLING_RESTART("rolling restart", 0),
    KILL("`kill -9` of a replica", 5),
    FREEZE("SIGSTOP of a replica", 60),
    KILL_APISERVER("`kill -9` of the kube-apiserver", 5),
    KILL_ETCD("`kill -9` of etcd", 5),
    CUT_UPSTREAM("no network from a replica to the kube-apiserver", 60),
    SILENT_UPSTREAM("lost packets from a replica to the kube-apiserver", 40),
    CUT_DOWNSTREAM("no network from clients to a replica", 20),
    SLOW_UPSTREAM("a delay of 200 ms between a replica and the kube-apiserver", 20),
    SLOW_DOWNSTREAM("a delay of 200 ms between clients and a replica", 20),
    BAD_DEFINITION("an invalid definition of the kind", 10),
    NEW_CERTIFICATE("another serving certificate", 15);

    private static final Duration DELAY = Duration.ofMillis(200);

    private final String description;
    private final int longest;

    /** @param longest the most seconds that the fault lasts */
    Fault(String description, int longest) {
        this.description = description;
        this.longest = longest;
    }

    String description() {
        return description;
    }

    /** Returns the longest time that the fault lasts. */
    Duration longest() {
        return Duration.ofSeconds(longest);
    }

    /** Returns whether requests can succeed during the fault. */
    boolean leavesApiserver() {
        return this != KILL_APISERVER && this != KILL_ETCD;
    }

    /** Returns whether no request may fail because of it. */
    boolean isHarmless() {
        return this == ROLLING_RESTART
                || this == SLOW_UPSTREAM
                || this == SLOW_DOWNSTREAM
                || this == BAD_DEFINITION
                || this == NEW_CERTIFICATE;
    }

    /** Begins the fault. A rolling restart also ends here. */
    void begin(Deployment deployment, ControlPlane controlPlane, Replica replica) {
        switch (this) {
            case ROLLING_RESTART -> deployment.restartAll();
            case KILL -> replica.kill();
            case FREEZE -> replica.freeze();
            case KILL_APISERVER -> controlPlane.killApiserver();
            case KILL_ETCD -> controlPlane.killEtcd();
            case CUT_UPSTREAM -> replica.upstream().cut();
            case SILENT_UPSTREAM -> replica.upstream().silence();
            case CUT_DOWNSTREAM -> replica.downstream().cut();
            case SLOW_UPSTREAM -> replica.upstream().delay(DELAY);
            case SLOW_DOWNSTREAM -> replica.downstream().delay(DELAY);
            case BAD_DEFINITION -> deployment.spoilDefinition(true);
            case NEW_CERTIFICATE -> deployment.rotateCertificate();
        }
    }

    /** Ends the fault. */
    void end(Deployment deployment, ControlPlane controlPlane, Replica replica) {
        switch (this) {
            case ROLLING_RESTART, NEW_CERTIFICATE, SILENT_UPSTREAM -> {
                // It ends by itself: lost packets are those of the connections that were open.
            }
            case KILL -> replica.start();
            case FREEZE -> replica.thaw();
            case KILL_APISERVER -> controlPlane.restartApiserver();
            case KILL_ETCD -> controlPlane.restartEtcd();
            case CUT_UPSTREAM -> replica.upstream().restore();
            case CUT_DOWNSTREAM -> replica.downstream().restore();
            case SLOW_UPSTREAM -> replica.upstream().delay(Duration.ZERO);
            case SLOW_DOWNSTREAM -> replica.downstream().delay(Duration.ZERO);
            case BAD_DEFINITION -> deployment.spoilDefinition(false);
        }
    }
}
