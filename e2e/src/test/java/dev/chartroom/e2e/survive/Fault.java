package dev.chartroom.e2e.survive;

import dev.chartroom.e2e.harness.HelmReleaseCrd;
import java.time.Duration;

/** A fault of the environment. */
enum Fault {
    /** Replaces all replicas, one after the other. */
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
    NEW_CERTIFICATE("another serving certificate", 15),
    REMOVE_CRD("no CRD of HelmReleases", 10),
    KILL_POSTGRES("`kill -9` of PostgreSQL", 5),
    /** Happens once in a run. */
    FAIL_OVER("PostgreSQL replaced by its standby", 5),
    FULL_DISK("a full disk under the audit log", 15),
    CLOCK_JUMP("a clock that jumps by an hour, and back", 15);

    private static final Duration DELAY = Duration.ofMillis(200);
    private static final Duration JUMP = Duration.ofHours(1);

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

    /**
     * Returns whether discovery must be complete during the fault. A kube-apiserver waits up to 45 seconds for the answer of a
     * process that is suspended.
     */
    boolean leavesDiscovery() {
        return this != KILL_APISERVER && this != KILL_ETCD && this != FREEZE;
    }

    /**
     * Returns whether one answer of discovery may be incomplete. A kube-apiserver whose question for the kinds is cut off shows
     * them as stale until it has asked again.
     */
    boolean cutsConnections() {
        return this == KILL || this == CUT_DOWNSTREAM || this == SLOW_DOWNSTREAM;
    }

    /** Returns whether a client of a resource that repeats its request may not notice the fault. */
    boolean isHarmlessFor(Resource resource) {
        return switch (this) {
            case ROLLING_RESTART,
                    SLOW_UPSTREAM,
                    SLOW_DOWNSTREAM,
                    BAD_DEFINITION,
                    NEW_CERTIFICATE,
                    FULL_DISK,
                    CLOCK_JUMP -> true;
            case REMOVE_CRD -> !resource.equals(Resource.REDISES);
            case KILL_POSTGRES, FAIL_OVER -> !resource.equals(Resource.LEDGERS);
            case KILL, FREEZE, KILL_APISERVER, KILL_ETCD, CUT_UPSTREAM, SILENT_UPSTREAM, CUT_DOWNSTREAM -> false;
        };
    }

    /** Returns whether the fault can happen now on this machine. */
    boolean isPossible(Environment environment) {
        return switch (this) {
            case FULL_DISK -> ReplicaDisk.isPossible();
            case CLOCK_JUMP -> WallClock.isPossible();
            case FAIL_OVER -> environment.database().canFailOver();
            case ROLLING_RESTART,
                    KILL,
                    FREEZE,
                    KILL_APISERVER,
                    KILL_ETCD,
                    CUT_UPSTREAM,
                    SILENT_UPSTREAM,
                    CUT_DOWNSTREAM,
                    SLOW_UPSTREAM,
                    SLOW_DOWNSTREAM,
                    BAD_DEFINITION,
                    NEW_CERTIFICATE,
                    REMOVE_CRD,
                    KILL_POSTGRES -> true;
        };
    }

    /** Begins the fault. A rolling restart also ends here. */
    void begin(Environment environment, Replica replica) {
        switch (this) {
            case ROLLING_RESTART -> environment.deployment().restartAll();
            case KILL -> replica.kill();
            case FREEZE -> replica.freeze();
            case KILL_APISERVER -> environment.controlPlane().killApiserver();
            case KILL_ETCD -> environment.controlPlane().killEtcd();
            case CUT_UPSTREAM -> replica.upstream().cut();
            case SILENT_UPSTREAM -> replica.upstream().silence();
            case CUT_DOWNSTREAM -> replica.downstream().cut();
            case SLOW_UPSTREAM -> replica.upstream().delay(DELAY);
            case SLOW_DOWNSTREAM -> replica.downstream().delay(DELAY);
            case BAD_DEFINITION -> environment.deployment().spoilDefinition(true);
            case NEW_CERTIFICATE -> environment.deployment().rotateCertificate();
            case REMOVE_CRD -> environment.removeCrd();
            case KILL_POSTGRES, FAIL_OVER -> environment.database().kill();
            case FULL_DISK -> replica.fillDisk();
            case CLOCK_JUMP -> replica.clock().set(JUMP);
        }
    }

    /** Ends the fault. */
    void end(Environment environment, Replica replica) {
        switch (this) {
            case ROLLING_RESTART, NEW_CERTIFICATE, SILENT_UPSTREAM -> {
                // It ends by itself: lost packets are those of the connections that were open.
            }
            case KILL -> replica.start();
            case FREEZE -> replica.thaw();
            case KILL_APISERVER -> environment.controlPlane().restartApiserver();
            case KILL_ETCD -> environment.controlPlane().restartEtcd();
            case CUT_UPSTREAM -> replica.upstream().restore();
            case CUT_DOWNSTREAM -> replica.downstream().restore();
            case SLOW_UPSTREAM -> replica.upstream().delay(Duration.ZERO);
            case SLOW_DOWNSTREAM -> replica.downstream().delay(Duration.ZERO);
            case BAD_DEFINITION -> environment.deployment().spoilDefinition(false);
            case REMOVE_CRD -> HelmReleaseCrd.install(environment.controlPlane().kubectl());
            case KILL_POSTGRES -> environment.database().restart();
            case FAIL_OVER -> environment.database().failOver();
            case FULL_DISK -> replica.freeDisk();
            case CLOCK_JUMP -> replica.clock().set(Duration.ZERO);
        }
    }
}
