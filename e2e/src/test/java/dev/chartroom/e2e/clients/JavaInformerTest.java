package dev.chartroom.e2e.clients;

import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** client-java's informers and generic client see no difference between a served kind and a CRD. */
@RequiresControlPlane
@ExtendWith(TwoSides.class)
class JavaInformerTest {

    @TestFactory
    Stream<DynamicTest> javaSeesNoDifference() {
        return Comparison.of(
                List.of(new Comparison.Case(
                        "informer", (side, namespace) -> new JavaInformer(side, namespace).journal())),
                "java");
    }
}
