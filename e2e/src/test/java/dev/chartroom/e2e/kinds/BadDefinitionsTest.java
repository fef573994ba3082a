package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Invalid definitions do not affect others, and the server reports each of them with a reason. */
@RequiresControlPlane
class BadDefinitionsTest {

    @Test
    void badDefinitionsAreRefusedWithAReasonAndOtherDefinitionsAreServed() throws Exception {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Path folder = Definitions.examplesAnd("broken.yaml", "kind: [KindDefinition");
        String redises = Files.readString(folder.resolve("redises.yaml"));
        // Sorts after redises.yaml, which declares the same names.
        Files.writeString(folder.resolve("redises2.yaml"), redises);
        Files.writeString(
                folder.resolve("unstructural.yaml"),
                redises.replace("redises", "caches")
                        .replace("singular: redis", "singular: cache")
                        .replace("Redis", "Cache")
                        .replace("shortNames: [rd]", "shortNames: []")
                        .replaceFirst("type: integer", "type: whole"));

        try (Program program = Program.start(controlPlane, folder)) {
            KindRegistry registry = program.assembly().catalogue().registry();
            assertThat(registry.kinds()).hasSize(8);
            assertThat(registry.refusals())
                    .extracting(refusal -> refusal.source())
                    .containsExactlyInAnyOrder("broken.yaml", "redises2.yaml", "unstructural.yaml");

            String details = get(program, "/readyz/kind-definitions");
            assertThat(details)
                    .contains("8 kinds served", "refused: broken.yaml: ")
                    .containsPattern("refused: redises2.yaml: .*redises.yaml")
                    .containsPattern("refused: unstructural.yaml: .*replicas.*whole");
            assertThat(get(program, "/readyz")).isEqualTo("ok");
        }
    }

    private static String get(Program program, String path) throws IOException, InterruptedException {
        return program.client(ControlPlane.shared().admin().identity())
                .send(
                        HttpRequest.newBuilder(URI.create(program.url() + path)).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
