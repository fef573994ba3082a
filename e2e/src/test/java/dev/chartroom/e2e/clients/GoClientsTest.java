package dev.chartroom.e2e.clients;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** client-go and controller-runtime see no difference between a served kind and a CRD. */
@RequiresControlPlane
@ExtendWith(TwoSides.class)
class GoClientsTest {

    @TestFactory
    Stream<DynamicTest> goClientsSeeNoDifference() {
        ClientProgram program = ClientProgram.preparedBy("go", "go/build.sh");
        List<Comparison.Case> cases = new ArrayList<>();
        for (String name : List.of("dynamic-informer", "metadata-informer", "cache", "controller")) {
            for (boolean watchList : List.of(true, false)) {
                cases.add(of(program, name, watchList));
            }
        }
        for (String name : List.of("client", "status-writer", "apply")) {
            cases.add(of(program, name, true));
        }
        return Comparison.of(cases, "go");
    }

    /** @param watchList whether informers use WatchList, or list and then watch */
    private static Comparison.Case of(ClientProgram program, String name, boolean watchList) {
        return new Comparison.Case(
                name + (watchList ? "" : "-without-watch-list"),
                (side, namespace) -> program.lines(
                        Map.of("KUBE_FEATURE_WatchListClient", String.valueOf(watchList)),
                        "-kubeconfig=" + ControlPlane.shared().admin().kubeconfig(),
                        "-group=" + side.group(),
                        "-version=" + Gadget.VERSION,
                        "-kind=" + Gadget.KIND,
                        "-plural=" + Gadget.PLURAL,
                        "-namespace=" + namespace,
                        name));
    }
}
