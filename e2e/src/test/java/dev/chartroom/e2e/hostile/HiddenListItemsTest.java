package dev.chartroom.e2e.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A release has a list of many items, each with a value that the kind's schema does not declare. A write to the
 * Application merges each item with the hidden value of the stored item. Other requests must be answered meanwhile.
 */
@RequiresControlPlane
@Timeout(120)
@Tag("soak") // Together with other tests, the machine itself may take a second.
class HiddenListItemsTest {
    private static final int ITEMS = 32_000;
    private static final String VERSION = "/apis/hidden.example.com/v1";
    private static final String COLLECTION = VERSION + "/namespaces/hidden-items/vaults";
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: vaults.hidden.example.com}
            spec:
              group: hidden.example.com
              names: {kind: Vault, plural: vaults, singular: vault}
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec:
                          type: object
                          properties:
                            items:
                              type: array
                              items: {type: object, properties: {shown: {type: integer}%s}}
              release:
                prefix: vault-
                chartRef: {kind: OCIRepository, name: vault}
            """;

    private static Program program;
    private static TwoUsers users;

    @BeforeAll
    static void start() throws IOException {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", "hidden-items");
        Path folder = ModuleDirectory.newWorkDirectory("hidden-items");
        Path definition = folder.resolve("vaults.yaml");
        Files.writeString(definition, DEFINITION.formatted(", hidden: {type: integer}"));
        program = Program.start(controlPlane, folder);
        users = TwoUsers.of(
                controlPlane.admin().identity().sslContext(program.caPem()),
                program.url(),
                VERSION,
                COLLECTION,
                Map.of());
        users.create(HostileRequests.EXISTING, "{}");
        users.create(
                "hiding",
                IntStream.range(0, ITEMS)
                        .mapToObj(i -> "{\"shown\":%d,\"hidden\":1}".formatted(i))
                        .collect(Collectors.joining(",", "{\"items\":[", "]}")));
        Files.writeString(definition, DEFINITION.formatted(""));
        Awaitility.await("the new schema is served").until(() -> {
            String body = users.get(COLLECTION + "/hiding").body();
            return body.contains("shown") && !body.contains("hidden\":1");
        });
    }

    @AfterAll
    static void stop() {
        users.close();
        program.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/spec/items/0", "/spec/items/31999", "/spec/items"})
    void otherRequestsAreAnsweredWithinASecond(String path) {
        users.assertOthersAreAnswered(new HostileRequest(
                "without " + path,
                200,
                "PATCH",
                "/hiding?dryRun=All",
                "[{\"op\":\"remove\",\"path\":\"" + path + "\"}]",
                Map.of("Content-Type", "application/json-patch+json")));
        assertThat(users.get(COLLECTION + "/hiding").body()).contains("\"shown\":31999");
    }
}
