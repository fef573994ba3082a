package dev.chartroom.e2e.clients;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every kubectl of this machine sees no difference between a served kind and a CRD. */
@RequiresControlPlane
@ExtendWith(TwoSides.class)
class KubectlTest {
    private final List<Path> kubectls = ControlPlane.shared().kubectls();

    @TestFactory
    Stream<DynamicTest> kubectlSeesNoDifference() {
        return Comparison.ofScripts(Script.in("kubectl"), kubectls.getLast(), "k0");
    }

    @Tag("soak")
    @TestFactory
    Stream<DynamicTest> theKubectlOnThePathSeesNoDifference() {
        assumeTrue(kubectls.size() > 1, "there is no second kubectl, only " + kubectls.getFirst());
        return Comparison.ofScripts(Script.in("kubectl"), kubectls.getFirst(), "k1");
    }
}
