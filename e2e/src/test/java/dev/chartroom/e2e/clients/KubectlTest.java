package dev.chartroom.e2e.clients;

import dev.chartroom.e2e.ControlPlane;
import dev.chartroom.e2e.RequiresControlPlane;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every kubectl of this machine sees the same of a kind that Chartroom serves as of a CRD. */
@RequiresControlPlane
@ExtendWith(TwoSides.class)
class KubectlTest {

    @TestFactory
    Stream<DynamicContainer> kubectlSeesNoDifference() {
        List<Path> kubectls = ControlPlane.shared().kubectls();
        if (kubectls.size() == 1) {
            System.out.println("e2e: SKIPPED: there is no second kubectl, only " + kubectls.getFirst());
        }
        List<Script> scripts = Script.in("kubectl");
        return kubectls.stream()
                .map(kubectl -> DynamicContainer.dynamicContainer(
                        kubectl.toString(), Comparison.ofScripts(scripts, kubectl, "k" + kubectls.indexOf(kubectl))));
    }
}
