package dev.chartroom.e2e.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A server with its own audiences accepts only tokens for these audiences, and rejects tokens for the kube-apiserver.
 * So a stolen token for one of the two servers is useless for the other.
 */
@RequiresControlPlane
class ApiAudiencesTest {
    private static final String NAMESPACE = "audiences";
    private static final String REDISES = "/apis/apps.example.com/v1alpha1/namespaces/audiences/redises";
    private static @Nullable Program program;

    @BeforeAll
    static void start() {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        program = Program.startWith(controlPlane, Definitions.EXAMPLES, "apiAudiences: [chartroom, another]");
        Kubectl admin = controlPlane.kubectl();
        admin.succeed("create", "namespace", NAMESPACE);
        admin.succeed("create", "serviceaccount", "robot", "-n", NAMESPACE);
        // kubectl would look the resource up in discovery, which may not contain it yet.
        admin.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: reader, namespace: audiences}
                rules:
                  - apiGroups: [apps.example.com]
                    resources: [redises]
                    verbs: [list]
                """);
        admin.succeed(
                "create",
                "rolebinding",
                "reader",
                "-n",
                NAMESPACE,
                "--role=reader",
                "--serviceaccount=audiences:robot");
    }

    @AfterAll
    static void stop() {
        if (program != null) {
            program.close();
        }
    }

    @Test
    void tokenForAConfiguredAudienceIsAccepted() throws Exception {
        assertThat(codeFor(token("chartroom"))).isEqualTo(200);
        assertThat(codeFor(token("another"))).isEqualTo(200);
        assertThat(codeFor(token("elsewhere", "chartroom"))).isEqualTo(200);
    }

    @Test
    void tokenForTheKubeApiserverIsUnauthorized() throws Exception {
        assertThat(codeFor(token())).isEqualTo(401);
    }

    @Test
    void tokenForAnotherAudienceIsUnauthorized() throws Exception {
        assertThat(codeFor(token("elsewhere"))).isEqualTo(401);
    }

    /** Returns a token; without audiences it is for the kube-apiserver. */
    private static String token(String... audiences) {
        List<String> command = new ArrayList<>(List.of("create", "token", "robot", "-n", NAMESPACE));
        for (String audience : audiences) {
            command.add("--audience=" + audience);
        }
        return ControlPlane.shared()
                .kubectl()
                .succeed(command.toArray(String[]::new))
                .strip();
    }

    private static int codeFor(String token) throws IOException, InterruptedException {
        Program running = Objects.requireNonNull(program, "the program is started before all tests");
        try (HttpClient client = running.client()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create(running.url() + REDISES))
                                    .header("Authorization", "Bearer " + token)
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
