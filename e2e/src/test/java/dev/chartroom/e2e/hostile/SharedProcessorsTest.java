package dev.chartroom.e2e.hostile;

import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.e2e.harness.DevProgram;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests run on virtual threads, which the JDK does not preempt. While one user sends the worst inputs, 20 at a time,
 * health, discovery and other users must be answered within a second.
 */
@Timeout(120)
@Tag("soak") // Together with other tests, the machine itself may take a second.
class SharedProcessorsTest {
    private static final String VERSION = "/apis/hostile.example.com/v1";
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: vaults.hostile.example.com}
            spec:
              group: hostile.example.com
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
                            strings: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                            blocks:
                              type: array
                              maxItems: 2000
                              items:
                                type: array
                                maxItems: 100
                                items: {type: integer}
                                x-kubernetes-validations:
                                  - rule: "self.all(x, self.exists_one(y, y == x))"
              release:
                prefix: vault-
                chartRef: {kind: OCIRepository, name: vault}
            """;

    private static final VirtualThreadSchedulerMXBean SCHEDULER =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);

    private static int carriersBefore;
    private static DevProgram program;
    private static TwoUsers users;

    /** Uses the same number of carrier threads as the server. */
    @BeforeAll
    static void start() throws IOException {
        carriersBefore = SCHEDULER.getParallelism();
        SCHEDULER.setParallelism(ServerCapacity.CARRIERS);
        Path folder = ModuleDirectory.newWorkDirectory("hostile-definitions");
        Files.writeString(folder.resolve("vaults.yaml"), DEFINITION);
        program = DevProgram.start(folder);
        String collection = VERSION + "/namespaces/default/vaults";
        users = TwoUsers.of(program.tls(), program.url(), VERSION, collection, program.credentials());
        Awaitility.await("the kind is served").until(() -> users.get(collection).statusCode() == 200);
        users.create(HostileRequests.EXISTING, "{}");
    }

    @AfterAll
    static void stop() {
        users.close();
        program.close();
        SCHEDULER.setParallelism(carriersBefore);
    }

    static Stream<HostileRequest> requests() {
        return Stream.concat(new HostileRequests("hostile.example.com/v1", "Vault").all(), rules());
    }

    /** Returns requests whose rules are expensive within their cost budget, and beyond it. */
    private static Stream<HostileRequest> rules() {
        return Stream.of(
                HostileRequest.post("rules within their budget", 201, "application/json", blocks(25)),
                HostileRequest.post("rules beyond their budget", 422, "application/json", blocks(2_000)));
    }

    private static String blocks(int count) {
        String block = IntStream.range(0, 100).mapToObj(Integer::toString).collect(Collectors.joining(",", "[", "]"));
        return "{\"metadata\":{\"generateName\":\"x-\"},\"spec\":{\"blocks\":["
                + String.join(",", Collections.nCopies(count, block)) + "]}}";
    }

    @ParameterizedTest
    @MethodSource("requests")
    void otherRequestsAreAnsweredWithinASecond(HostileRequest request) {
        users.assertOthersAreAnswered(request);
    }
}
