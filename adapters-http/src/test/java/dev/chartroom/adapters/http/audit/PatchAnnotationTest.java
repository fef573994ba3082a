package dev.chartroom.adapters.http.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.request.QueryParameters;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.audit.AuditPolicy;
import dev.chartroom.apimachinery.audit.RequestOrigin;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.audit.Audit;
import dev.chartroom.ports.audit.RecordedAudit;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.storage.Kinds;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An audit event contains a webhook's patch if it contains bodies, as with upstream's AddAnnotationWithLevel. The patch
 * is masked like the bodies.
 */
class PatchAnnotationTest {
    private static final String KEY = "patch.webhook.admission.k8s.io/round_0_index_0";

    private final RecordedAudit recorded = new RecordedAudit(0);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Metadata        | string   |
            Request         | string   | {"webhook":"w","patch":[{"op":"add","path":"/spec/name","value":"x"}],"patchType":"JSONPatch"}
            RequestResponse | string   | {"webhook":"w","patch":[{"op":"add","path":"/spec/name","value":"x"}],"patchType":"JSONPatch"}
            Request         | password | {"webhook":"w","patch":[{"op":"add","path":"/spec/name","value":"******"}],"patchType":"JSONPatch"}
            """)
    void webhookPatchIsMaskedAndRecordedAtLevelRequestAndAbove(String level, String format, String expected) {
        RequestAudit audit = new RequestAudits(audit(level), Clock.systemUTC(), () -> {})
                .begin("id", () -> new RequestOrigin("/", List.of(), ""));
        audit.received(
                RequestInfo.of(
                        "POST",
                        "/apis/" + Kinds.GROUP + "/v1alpha1/namespaces/ns/redises",
                        QueryParameters.parse(""),
                        false),
                new Authentication.Authenticated(UserInfo.of("jane", List.of())));
        audit.setKind(redis(format));
        audit.annotatePatch(
                KEY,
                JsonObject.builder().put("webhook", "w").build(),
                Json.value("[{\"op\":\"add\",\"path\":\"/spec/name\",\"value\":\"x\"}]"));
        audit.end(201);

        assertThat(recorded.events().getLast().annotations().get(KEY)).isEqualTo(expected);
    }

    private Audit audit(String level) {
        AuditPolicy policy = AuditPolicy.read(
                Json.value("{\"apiVersion\":\"audit.k8s.io/v1\",\"kind\":\"Policy\",\"rules\":[{\"level\":\"" + level
                        + "\"}]}"),
                warning -> {
                    throw new AssertionError(warning);
                });
        return new Audit(policy, recorded);
    }

    private static ApplicationKind redis(String format) {
        return Kinds.redis(
                Schema.of(Json.object("{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"format\":\""
                        + format + "\"}}}")));
    }
}
