package dev.chartroom.e2e.clients;

import dev.chartroom.e2e.ControlPlane;
import dev.chartroom.e2e.RequiresControlPlane;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The kube-controller-manager deletes, collects and counts objects of a kind that Chartroom serves as it does those of
 * a CRD, although each of them has the uid of a HelmRelease.
 */
@RequiresControlPlane(controllers = true)
@ExtendWith(TwoSides.class)
class GarbageCollectionTest {

    @TestFactory
    Stream<DynamicTest> controllersSeeNoDifference() {
        return Comparison.ofScripts(
                Script.in("collection"), ControlPlane.shared().kubectls().getLast(), "gc");
    }
}
