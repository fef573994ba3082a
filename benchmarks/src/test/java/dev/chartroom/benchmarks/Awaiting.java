package dev.chartroom.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.chartroom.benchmarks.server.Endpoint;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** Waits for what somebody else has to do. */
final class Awaiting {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration REST = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofMinutes(20);
    private static final Duration CALM = Duration.ofSeconds(20);
    /** The share of all processors that nobody would notice. */
    private static final double NOTHING = 0.1;

    private Awaiting() {}

    /** Says by which kubeconfig a peer is to be registered, and waits until the aggregator serves it. */
    static void peer(Peer peer, Endpoint aggregator, Path kubeconfig) {
        System.out.println("bench: waiting until " + peer.path() + " is served; its server and its APIService"
                + " belong to the cluster of " + kubeconfig);
        Awaitility.await("the peer " + peer.path())
                .atMost(LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> aggregator.answers(peer.path() + "?limit=1"));
    }

    /** Waits until a path is served. */
    static void answered(Endpoint endpoint, String path) {
        Awaitility.await(path).atMost(LIMIT).until(() -> endpoint.answers(path));
    }

    /** Waits until no watch of a program is left: over HTTP/1.1 it learns seconds later that a client has gone. */
    static void noWatch(Endpoint program) {
        Awaitility.await("the end of all watches")
                .atMost(LIMIT)
                .until(() -> program.text("/metrics")
                        .lines()
                        .filter(line -> line.startsWith("apiserver_longrunning_requests{"))
                        .allMatch(line -> line.endsWith(" 0.0")));
    }

    /**
     * Leaves everybody alone until the machine has nothing to do: controllers list all objects of a kind that comes.
     *
     * @throws org.awaitility.core.ConditionTimeoutException where it always has
     */
    static void calm() {
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        // Each value is of the time since the one before.
        machine.getCpuLoad();
        Awaitility.await("the machine has nothing to do")
                .atMost(LONG)
                .pollInterval(CALM)
                .until(machine::getCpuLoad, load -> load >= 0 && load < NOTHING);
    }

    /** Leaves everybody alone for a minute. */
    static void rest() {
        rest(REST);
    }

    /** Likewise, for another time. */
    static void rest(Duration time) {
        Awaitility.await().pollDelay(time).atMost(LIMIT).until(() -> true);
    }
}
