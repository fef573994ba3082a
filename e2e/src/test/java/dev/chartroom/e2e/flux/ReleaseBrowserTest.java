package dev.chartroom.e2e.flux;

import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.e2e.console.BrowserTests;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.controlplane.WorkloadControllers;
import dev.chartroom.e2e.harness.KindDefinitionCrd;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import dev.chartroom.e2e.kubelet.Kubelet;
import dev.chartroom.ports.network.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The console shows a release that Flux installs, with all its parts and actions, in a real browser. The kind is declared
 * by a custom resource. The tests are in {@code console/app/browser/cluster/release.test.ts}.
 */
@RequiresControlPlane(controllers = true)
class ReleaseBrowserTest {
    private static final String NAMESPACE = "release-browser";
    private static final List<String> ROLES = List.of(
            "chartroom-helm-records",
            "chartroom-resources",
            "chartroom-credentials",
            "chartroom-logs",
            "chartroom-restart");

    /** The Deployment has no replicas. Its restart shows in its template. */
    private static final Map<String, String> CHART = Map.of(
            "values.yaml",
            "size: 1\n",
            "templates/objects.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}"}
            data: {size: "{{ .Values.size }}"}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: "{{ .Release.Name }}", annotations: {%s: "first\\nready to serve"}}
            spec: {containers: [{name: main, image: example.com/mill}]}
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}-web"}
            spec:
              replicas: 0
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata: {labels: {app: "{{ .Release.Name }}"}}
                spec: {containers: [{name: main, image: example.com/web}]}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {selector: {app: "{{ .Release.Name }}"}, ports: [{port: 80}]}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: "{{ .Release.Name }}-auth"}
            stringData: {password: "of {{ .Release.Name }}"}
            """.formatted(Kubelet.LOGS),
            "templates/NOTES.txt",
            "The size is {{ .Values.size }}.\n");

    private static Kubectl kubectl;
    private static Kubelet kubelet;
    private static WorkloadControllers controllers;
    private static FluxNamespace flux;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        BrowserTests.require();
        ControlPlane controlPlane = ControlPlane.shared();
        assumeThat(controlPlane.kubeApiserverPid()).as("local processes").isPresent();
        kubectl = controlPlane.kubectl();
        kubelet = Kubelet.start(controlPlane);
        controllers = controlPlane.startWorkloadControllers();
        flux = FluxNamespace.start(controlPlane, NAMESPACE);
        flux.publish("note", "1.0.0", CHART);
        ROLES.forEach(role -> bind(role, role, "chartroom-system:chartroom"));
        kubectl.succeed("create", "serviceaccount", "operator", "-n", NAMESPACE);
        bind("operator", "cluster-admin", NAMESPACE + ":operator");
    }

    @AfterAll
    static void stop() {
        if (flux != null) {
            ROLES.forEach(ReleaseBrowserTest::unbind);
            unbind("operator");
            flux.close();
            KindDefinitionCrd.remove(kubectl);
        }
        if (controllers != null) {
            controllers.close();
        }
        if (kubelet != null) {
            kubelet.close();
        }
    }

    @Test
    void anOperatorSeesAndChangesARealRelease() throws IOException, InterruptedException {
        int port = FreePort.next();
        Program program = flux.serveCustomResources(
                "console: {listen: {address: 127.0.0.1, port: " + port + "}}",
                flux.definition(
                                        "Mill",
                                        "{size: {type: integer, minimum: 1}, token: {type: string, format: password}}",
                                        "")
                                .replace("served: true", """
                                        served: true
                                              subresources: {scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.size}}""")
                        + "  icon: data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=\n"
                        + "  subresources: {suspend: {}, resume: {}, reconcile: {}, rollback: {}, history: {changes: true},"
                        + " values: {}, resources: {}, manifest: {}, notes: {}, log: {}, access: {},"
                        + " credentials: {secrets: ['*-auth']},"
                        + " restart: {workloads: [{kind: Deployment, name: '*-web'}]}}\n",
                flux.definition("mill-stone", "{size: {type: integer}}", ""));
        Path authority = ModuleDirectory.newWorkDirectory("console-ca").resolve("ca.crt");
        Files.writeString(authority, program.caPem());

        BrowserTests.run(Map.of(
                "CHARTROOM_CONSOLE", "https://127.0.0.1:" + port + "/console/",
                "CHARTROOM_OPERATOR_TOKEN",
                        kubectl.succeed("create", "token", "operator", "-n", NAMESPACE)
                                .strip(),
                "CHARTROOM_OPERATOR_GROUP", flux.group(),
                "CHARTROOM_OPERATOR_NAMESPACE", NAMESPACE,
                "NODE_EXTRA_CA_CERTS", authority.toString()));
    }

    private static void bind(String name, String role, String serviceAccount) {
        kubectl.succeed(
                "create",
                "clusterrolebinding",
                NAMESPACE + "-" + name,
                "--clusterrole=" + role,
                "--serviceaccount=" + serviceAccount);
    }

    private static void unbind(String name) {
        kubectl.run("delete", "clusterrolebinding", NAMESPACE + "-" + name);
    }
}
