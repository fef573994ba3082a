package dev.chartroom.e2e.clients;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * kube-controller-manager deletes, collects and counts objects of a served kind as it does those of a CRD, although
 * each has the uid of a HelmRelease.
 */
@RequiresControlPlane(controllers = true)
@ExtendWith(TwoSides.class)
class GarbageCollectionTest {
    /** A controller that has not discovered a kind counts none of its objects for the next five minutes. */
    @BeforeAll
    static void awaitTheCounting() {
        CompletableFuture.allOf(Arrays.stream(Side.values())
                        .map(side ->
                                CompletableFuture.runAsync(() -> awaitTheCounting(side), Thread::startVirtualThread))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private static void awaitTheCounting(Side side) {
        Awaitility.await("quotas count " + side.resource())
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> isCounted(side));
    }

    private static boolean isCounted(Side side) {
        Kubectl kubectl = ControlPlane.shared().kubectl();
        String quota = "is-counted-" + side.name().toLowerCase(Locale.ROOT);
        kubectl.succeed("create", "quota", quota, "--hard=count/" + side.resource() + "=1000");
        try {
            Awaitility.await("status of a quota")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !status(kubectl, quota, "hard").isEmpty());
            return status(kubectl, quota, "used").contains(side.resource());
        } finally {
            kubectl.succeed("delete", "quota", quota);
        }
    }

    private static String status(Kubectl kubectl, String quota, String field) {
        return kubectl.succeed("get", "quota", quota, "-o", "jsonpath={.status." + field + "}");
    }

    @TestFactory
    Stream<DynamicTest> controllersSeeNoDifference() {
        return Comparison.ofScripts(
                Script.in("collection"), ControlPlane.shared().kubectls().getLast(), "gc");
    }
}
