package dev.chartroom.e2e.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ApiServices;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.JsonClient;
import dev.chartroom.ports.tls.CertificateAuthority;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real aggregator asks a server that does not serve its API group. */
@RequiresControlPlane
class DoctorOfAnswersTest {
    private static final String GROUP = "answers.example.com";
    private static final String NAME = "v1." + GROUP;

    private final ControlPlane controlPlane = ControlPlane.shared();
    private final CertificateAuthority authority = CertificateAuthority.create("answers CA");

    @AfterEach
    void unregister() {
        controlPlane.unregisterApiService(GROUP, "v1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | does not accept the certificate of the front proxy (HTTP status 401) | apply -f deploy/rbac.yaml",
                "403 | the server refuses the aggregator (HTTP status 403) | apply -f deploy/rbac.yaml",
                "404 | does not serve this API group and version (HTTP status 404) | delete apiservice v1.answers",
                "500 | the request of the aggregator failed: failing or missing response | get service chartroom",
                "503 | the request of the aggregator failed: failing or missing response | get service chartroom",
            })
    void statusIsExplained(int status, String sentence, String remedy) throws IOException {
        try (AnsweringServer server = AnsweringServer.failing(serving(), status)) {
            assertExplained(server, sentence, remedy);
        }
    }

    @Test
    void missingAnswerIsExplained() throws IOException {
        try (AnsweringServer server = AnsweringServer.silent(serving())) {
            assertExplained(
                    server, "the request of the aggregator failed: failing or missing", "get service chartroom");
        }
    }

    private void assertExplained(AnsweringServer server, String sentence, String remedy) {
        controlPlane.applyApiService(GROUP, "v1", server.port(), authority.pem());

        JsonObject problem = await("a problem of the APIService")
                .atMost(Duration.ofSeconds(40))
                .until(
                        () -> problem(),
                        found -> found.filter(text -> has(text, sentence)).isPresent())
                .orElseThrow();

        assertThat(problem.stringOrEmpty("remedy")).contains(remedy);
    }

    private Identity serving() {
        return authority.server(ApiServices.SERVER_NAME);
    }

    private static boolean has(JsonObject problem, String sentence) {
        return problem.stringOrEmpty("message").contains(sentence);
    }

    private Optional<JsonObject> problem() {
        CommandOutput run = CommandOutput.of(
                "doctor", "--kubeconfig", controlPlane.admin().kubeconfig().toString(), "-o", "json");
        return JsonClient.object(run.out()).arrayOrEmpty("checks").objects().stream()
                .filter(check -> check.stringOrEmpty("check").equals("apiservices"))
                .flatMap(check -> check.arrayOrEmpty("problems").objects().stream())
                .filter(problem -> problem.stringOrEmpty("object").equals("APIService " + NAME))
                .findFirst();
    }
}
