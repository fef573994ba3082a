package dev.chartroom.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.chartroom.benchmarks.server.Endpoint;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** Waits for the progress of other processes. */
final class Awaiting {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration REST = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofMinutes(20);
    private static final Duration CALM = Duration.ofSeconds(20);
    /** The load below which the machine counts as idle, as a share of all processors. */
    private static final double NOTHING = 0.1;

    private Awaiting() {}

    /** Prints the kubeconfig with which a peer must be registered, and waits until the aggregator serves the peer. */
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

    /**
     * Waits until a program has no watch left. With HTTP/1.1, the program detects only after seconds that a client
     * left.
     */
    static void noWatch(Endpoint program) {
        Awaitility.await("the end of all watches")
                .atMost(LIMIT)
                .until(() -> program.text("/metrics")
                        .lines()
                        .filter(line -> line.startsWith("apiserver_longrunning_requests{"))
                        .allMatch(line -> line.endsWith(" 0.0")));
    }

    /**
     * Sends no requests until the machine is idle: controllers list all objects of a new kind.
     *
     * @throws org.awaitility.core.ConditionTimeoutException if the machine does not become idle
     */
    static void calm() {
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        // Each value covers the time since the previous call.
        machine.getCpuLoad();
        Awaitility.await("the machine has nothing to do")
                .atMost(LONG)
                .pollInterval(CALM)
                .until(machine::getCpuLoad, load -> load >= 0 && load < NOTHING);
    }

    /** Sends no requests for a minute. */
    static void rest() {
        rest(REST);
    }

    /** As {@link #rest()}, for another time. */
    static void rest(Duration time) {
        Awaitility.await().pollDelay(time).atMost(LIMIT).until(() -> true);
    }
}
