package dev.chartroom.e2e.clients;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** Python's dynamic client sees no difference between a served kind and a CRD. */
@RequiresControlPlane
@ExtendWith(TwoSides.class)
class PythonClientTest {

    @TestFactory
    Stream<DynamicTest> pythonSeesNoDifference() {
        ClientProgram program = ClientProgram.preparedBy(
                "python3",
                "python/install.sh",
                ClientProgram.folder().resolve("python/client.py").toString());
        return Comparison.of(
                List.of(new Comparison.Case(
                        "dynamic client",
                        (side, namespace) -> program.lines(
                                Map.of(),
                                ControlPlane.shared().admin().kubeconfig().toString(),
                                side.apiVersion(),
                                Gadget.KIND,
                                namespace))),
                "py");
    }
}
