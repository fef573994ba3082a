package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.program.HeldWatches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Any change of a CustomResourceDefinition's spec ends the open watches of its objects cleanly, even a change of a
 * description. Chartroom does the same.
 */
@RequiresControlPlane
class ChangedKindWatchTest {
    private static final String NAMESPACE = "changed-watches";
    private static final int LIMIT_SECONDS = 30;
    private static final AtomicInteger CHANGES = new AtomicInteger();
    private static final String VERSION = """
              versions:
                - name: v1
                  served: true
                  storage: true
                  additionalPrinterColumns: [{name: Size, type: integer, jsonPath: .spec.size}]
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec: {type: object, properties: {size: {type: integer, description: Number 0.}}}
            """;

    private static ControlPlane controlPlane;
    private static Kubectl kubectl;
    private static Path folder;
    private static Program program;

    /** The definitions that change. */
    enum Side {
        CRD("crd.changed.example.org") {
            @Override
            void declare(String version) {
                kubectl.apply("""
                        apiVersion: apiextensions.k8s.io/v1
                        kind: CustomResourceDefinition
                        metadata: {name: lamps.crd.changed.example.org}
                        spec:
                          group: crd.changed.example.org
                          scope: Namespaced
                          names: {kind: Lamp, plural: lamps}
                        """ + version);
            }
        },
        CHARTROOM("changed.example.com") {
            @Override
            void declare(String version) {
                try {
                    Files.writeString(folder.resolve("lamps.yaml"), """
                            apiVersion: chartroom.dev/v1alpha1
                            kind: KindDefinition
                            metadata: {name: lamps.changed.example.com}
                            spec:
                              group: changed.example.com
                              names: {kind: Lamp, plural: lamps}
                              release: {prefix: lamp-, chartRef: {kind: OCIRepository, name: lamp}}
                            """ + version);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };

        private final String group;

        Side(String group) {
            this.group = group;
        }

        abstract void declare(String version);

        String path() {
            return "/apis/" + group + "/v1/namespaces/" + NAMESPACE + "/lamps";
        }
    }

    @BeforeAll
    static void start() {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", NAMESPACE);
        folder = ModuleDirectory.newWorkDirectory(NAMESPACE);
        Side.CRD.declare(VERSION);
        Side.CHARTROOM.declare(VERSION);
        program = Program.start(controlPlane, folder).registered(Side.CHARTROOM.group, "v1");
        for (Side side : Side.values()) {
            Awaitility.await("lamps can be created")
                    .until(() -> kubectl.runWithInput("""
                                    apiVersion: %s/v1
                                    kind: Lamp
                                    metadata: {name: one, namespace: %s}
                                    spec: {size: 1}
                                    """.formatted(side.group, NAMESPACE), "apply", "-f", "-")
                                    .exitCode()
                            == 0);
        }
    }

    @AfterAll
    static void stop() {
        program.close();
        kubectl.succeed("delete", "crd", "lamps.crd.changed.example.org", "--wait=false");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            type: integer, description | type: integer, minimum: 0, description
            name: Size                 | name: Magnitude
            Number                     | Another description
            """)
    void changeOfASchemaAColumnOrADescriptionEndsTheWatches(String from, String to) throws Exception {
        for (Side side : Side.values()) {
            String version = declared(side);
            try (HeldWatches watches = watch(side)) {
                assertThat(next(watches)).as("%s: the existing object", side).contains("\"ADDED\"");

                side.declare(version.replace(from, to));

                assertThat(next(watches)).as("%s", side).isEqualTo("the end");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void kubectlGetWatchEndsWithTheWatch(Side side) throws Exception {
        String version = declared(side);
        try (Kubectl.Watching watching =
                kubectl.startWatching("get", "lamps." + side.group, "-n", NAMESPACE, "--watch")) {
            Awaitility.await("the first row").until(() -> !watching.lines().isEmpty());

            side.declare(version.replace("Number", "Another description"));

            Awaitility.await("kubectl ends").until(() -> !watching.isAlive());
            assertThat(watching.process().exitCode()).isZero();
        }
    }

    private static String next(HeldWatches watches) throws Exception {
        return watches.next().getFirst().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static HeldWatches watch(Side side) throws IOException, InterruptedException {
        return HeldWatches.open(
                1,
                () -> JsonClient.of(controlPlane, controlPlane.admin()).http(),
                URI.create(controlPlane.url() + side.path() + "?watch=1"));
    }

    /**
     * Declares the kind with a new description, and waits until it takes effect. A watch that opened earlier would end
     * with this change.
     */
    private static String declared(Side side) {
        String description = "Number " + CHANGES.incrementAndGet() + ".";
        String version = VERSION.replace("Number 0.", description);
        side.declare(version);
        Awaitility.await("the definition takes effect")
                .until(() -> kubectl.run("explain", "lamps.spec.size", "--api-version=" + side.group + "/v1")
                        .stdout()
                        .contains(description));
        // For a moment, a kube-apiserver answers with a 429, while it prepares the storage of the changed kind.
        Awaitility.await("watches are served")
                .until(() -> kubectl.run("get", "--raw", side.path() + "?watch=1&timeoutSeconds=1")
                                .exitCode()
                        == 0);
        return version;
    }
}
