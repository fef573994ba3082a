package dev.chartroom.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A kube-apiserver can lack watch lists: by its version, or by the feature gate {@code WatchList}. */
@RequiresControlPlane
class OlderApiServerTest {
    private static final String OBJECTS = "/apis/older.example.com/v1/namespaces/default/lamps";

    @Test
    void objectsAreServedFromMemoryWithoutWatchLists() throws IOException {
        assumeThat(ControlPlane.shared().kubeApiserverPid())
                .as("local processes")
                .isPresent();
        Path folder = ModuleDirectory.newWorkDirectory("older");
        Files.writeString(folder.resolve("lamps.yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: lamps.older.example.com}
                spec:
                  group: older.example.com
                  names: {kind: Lamp, plural: lamps}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema: {type: object, properties: {spec: {type: object}}}
                  release: {prefix: lamp-, chartRef: {kind: OCIRepository, name: lamp}}
                """);
        try (ControlPlane controlPlane = ControlPlane.startWithoutWatchCache()) {
            controlPlane.installHelmReleaseCrd();
            try (Program program = Program.start(controlPlane, folder)) {
                JsonClient direct =
                        new JsonClient(program.client(controlPlane.admin().identity()), program.url());
                JsonObject lamp = JsonClient.object("""
                        {"apiVersion": "older.example.com/v1", "kind": "Lamp",
                         "metadata": {"name": "hall", "namespace": "default"}, "spec": {}}""");
                assertThat(direct.post(OBJECTS, lamp).code()).isEqualTo(201);

                Awaitility.await("the object is in memory")
                        .untilAsserted(() -> assertThat(direct.get(OBJECTS + "?resourceVersion=0")
                                        .body()
                                        .arrayOrEmpty("items")
                                        .size())
                                .isEqualTo(1));
            }
        }
    }
}
