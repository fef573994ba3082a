package dev.chartroom.e2e.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.KindDefinitionCrd;
import dev.chartroom.e2e.harness.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The kinds, their releases, and the parts of Flux that install the releases. */
@RequiresControlPlane
class DoctorOfKindsTest {
    private static final String NAMESPACE = "doctor-kinds";

    private static ExaminedInstallation installation;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws IOException {
        installation = ExaminedInstallation.start();
        kubectl = installation.kubectl();
        kubectl.succeed("create", "namespace", NAMESPACE);
    }

    @AfterAll
    static void stop() {
        if (installation != null) {
            kubectl.succeed("delete", "namespace", NAMESPACE, "--wait=false");
            installation.close();
        }
    }

    @AfterEach
    void restoreFlux() {
        kubectl.succeed("delete", "helmreleases", "--all", "-n", NAMESPACE);
        installation.installFlux("[--watch-all-namespaces]");
    }

    @Test
    void refusedFileIsExaminedByTheRemedy() throws IOException {
        Files.writeString(installation.definition("bad.yaml"), "kind: KindDefinition\n");
        try {
            JsonObject problem = installation.awaitProblem("definitions", "it is refused: ");

            assertThat(problem.stringOrEmpty("remedy"))
                    .isEqualTo("chartroom kind lint " + installation.definition("bad.yaml"));
        } finally {
            installation.undefine("bad.yaml");
        }
        installation.awaitSolved("definitions", "");
    }

    @Test
    void refusedCustomResourceIsEditedByTheRemedy() throws IOException {
        Path config = withCustomResources();
        KindDefinitionCrd.install(kubectl);
        try {
            // Its kind is that of the definition in the folder.
            kubectl.apply(ExaminedInstallation.definition(
                    "Lamp",
                    "lanterns",
                    ExaminedInstallation.GROUP,
                    "{prefix: two-, chartRef: {kind: OCIRepository, name: lantern}}"));
            JsonObject problem = installation.problems(config, "definitions").stream()
                    .filter(each -> each.stringOrEmpty("message").startsWith("it is refused: "))
                    .findFirst()
                    .orElseThrow();
            assertThat(problem.stringOrEmpty("remedy")).endsWith("edit kinddefinition lanterns.doctor.example.com");

            installation
                    .shell()
                    .run(
                            problem.stringOrEmpty("remedy"),
                            Map.of("KUBE_EDITOR", "sed -i 's/kind: Lamp/kind: Lantern/'"));

            // The server of this test does not read custom resources, so it reports no status.
            assertThat(installation.problems(config, "definitions"))
                    .extracting(each -> each.stringOrEmpty("message"))
                    .containsExactly("no server has reported its status");
        } finally {
            KindDefinitionCrd.remove(kubectl);
        }
    }

    @Test
    void missingCrdIsInstalledByTheRemedy() throws IOException {
        KindDefinitionCrd.remove(kubectl);
        Path config = withCustomResources();
        try {
            JsonObject problem = installation.problems(config, "definitions").getFirst();
            assertThat(problem.stringOrEmpty("message"))
                    .isEqualTo("it is missing, but the configuration has kinds.customResources");

            installation.shell().run(problem.stringOrEmpty("remedy"));

            assertThat(installation.problems(config, "definitions")).isEmpty();
        } finally {
            KindDefinitionCrd.remove(kubectl);
        }
    }

    private static Path withCustomResources() throws IOException {
        return Files.writeString(
                installation.config().resolveSibling("with-custom-resources.yaml"),
                Files.readString(installation.config()).replaceFirst("(kinds: \\{.*)}", "$1, customResources: true}"));
    }

    @Test
    void releaseThatNoKindClaimsBecomesPlainByTheRemedy() {
        release("lamp-attic", "Lantern", ExaminedInstallation.GROUP);

        JsonObject problem = installation.solved("releases", "name the kind Lantern of doctor.example.com");

        assertThat(problem.stringOrEmpty("object")).isEqualTo("HelmRelease doctor-kinds/lamp-attic");
        assertThat(kubectl.succeed(
                        "get", "helmrelease", "lamp-attic", "-n", NAMESPACE, "-o", "jsonpath={.metadata.labels}"))
                .isEmpty();
    }

    @Test
    void releaseThatTwoKindsClaimIsOfOneKindAfterTheRemedy() throws IOException {
        installation.define(
                "lights.yaml",
                "Light",
                "lights",
                "other.doctor.example.org",
                "{prefix: lamp-, chartRef: {kind: OCIRepository, name: lamp}}");
        try {
            release("lamp-hall", "Lamp", ExaminedInstallation.GROUP);
            kubectl.succeed(
                    "label",
                    "helmrelease",
                    "lamp-hall",
                    "-n",
                    NAMESPACE,
                    "other.doctor.example.org/application.kind=Light",
                    "other.doctor.example.org/application.group=other.doctor.example.org",
                    "other.doctor.example.org/application.name=hall");

            installation.solved("releases", "several kinds claim it: ");
        } finally {
            installation.undefine("lights.yaml");
        }
    }

    @Test
    void stoppedHelmControllerIsScaledByTheRemedy() {
        kubectl.succeed("scale", "deployment", "helm-controller", "-n", installation.flux(), "--replicas=0");
        installation.available(0);
        JsonObject problem = installation.awaitProblem("flux", "it is scaled to zero");

        installation.shell().run(problem.stringOrEmpty("remedy"));

        // The Deployment controller does the rest, which does not run here.
        installation.awaitProblem("flux", "none of its pods is available");
        installation.available(1);
        installation.awaitSolved("flux", "");
    }

    @Test
    void missingHelmControllerIsReported() {
        kubectl.succeed("delete", "deployment", "helm-controller", "-n", installation.flux());

        installation.awaitProblem("flux", "no Deployment of the cluster runs Flux's helm-controller");
    }

    @Test
    void refusedSourcesOfOtherNamespacesAreAllowedByTheRemedy() throws IOException {
        installation.installFlux("[--watch-all-namespaces, --no-cross-namespace-refs=true, --log-level=info]");
        installation.awaitSolved("flux", "");
        installation.define(
                "heaters.yaml",
                "Heater",
                "heaters",
                ExaminedInstallation.GROUP,
                "{prefix: heater-, chartRef: {kind: OCIRepository, name: heater, namespace: charts}}");
        try {
            JsonObject problem = installation.solved("flux", "it has the flag --no-cross-namespace-refs");

            assertThat(problem.stringOrEmpty("message"))
                    .endsWith("heaters.doctor.example.com (OCIRepository charts/heater)");
            assertThat(kubectl.succeed(
                            "get",
                            "deployment",
                            "helm-controller",
                            "-n",
                            installation.flux(),
                            "-o",
                            "jsonpath={.spec.template.spec.containers[0].args}"))
                    .isEqualTo("[\"--watch-all-namespaces\",\"--log-level=info\"]");
        } finally {
            installation.undefine("heaters.yaml");
        }
    }

    @Test
    void missingDefaultServiceAccountIsCreatedByTheRemedy() {
        installation.installFlux("[--default-service-account=installer]");
        release("lamp-cellar", "Lamp", ExaminedInstallation.GROUP);
        // A release that Chartroom cannot read, because its values are nested too deep.
        kubectl.apply("""
                {"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease",
                 "metadata": {"name": "deep", "namespace": "%s"},
                 "spec": {"interval": "1h", "chartRef": {"kind": "OCIRepository", "name": "lamp"}, "values": %s}}
                """.formatted(NAMESPACE, "{\"a\":".repeat(320) + "1" + "}".repeat(320)));

        // Releases of other tests are in other namespaces, which have no such account either.
        JsonObject problem = installation.solved("flux", "ServiceAccount doctor-kinds/installer: it is missing");

        assertThat(problem.stringOrEmpty("message")).contains("has the flag --default-service-account=installer");
        assertThat(kubectl.succeed(
                                "auth",
                                "can-i",
                                "create",
                                "deployments",
                                "-n",
                                NAMESPACE,
                                "--as=system:serviceaccount:doctor-kinds:installer")
                        .strip())
                .isEqualTo("yes");
    }

    private static void release(String name, String kind, String group) {
        kubectl.apply("""
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata:
                  name: %1$s
                  namespace: %2$s
                  labels:
                    %4$s/application.kind: %3$s
                    %4$s/application.group: %4$s
                    %4$s/application.name: %5$s
                spec: {interval: 1h, chartRef: {kind: OCIRepository, name: lamp}}
                """.formatted(name, NAMESPACE, kind, group, name.replaceFirst("lamp-", "")));
    }
}
