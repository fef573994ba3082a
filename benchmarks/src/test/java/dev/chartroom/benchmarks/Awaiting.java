package dev.chartroom.benchmarks;

import dev.chartroom.benchmarks.server.Endpoint;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** Waits for what somebody else has to do. */
final class Awaiting {
    private static final Duration LIMIT = Duration.ofMinutes(5);

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
}
