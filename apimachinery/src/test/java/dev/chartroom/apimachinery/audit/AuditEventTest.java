package dev.chartroom.apimachinery.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The expected texts are those of upstream's encoder for the same event, except for the layout. */
class AuditEventTest {
    private static final Instant RECEIVED = Instant.parse("2026-03-04T05:06:07.1234567Z");
    private static final RequestAttributes.Resource CREATE = new RequestAttributes.Resource(
            new UserInfo(
                    "jane", "u1", List.of("ops", "system:authenticated"), Map.of("b", List.of("2"), "a", List.of("1"))),
            "create",
            "apps.example.com",
            "v1alpha1",
            "redises",
            "status",
            "team",
            "");

    @Test
    void fieldsAreInUpstreamOrder() {
        ObjectReference reference = ObjectReference.of(CREATE)
                .completedBy(TestJson.object("{name: 'cart', namespace: 'other', uid: 'x', resourceVersion: '5'}"));
        AuditEvent event = new AuditEvent(
                "a-b-c",
                AuditLevel.REQUEST_RESPONSE,
                AuditStage.RESPONSE_COMPLETE,
                RECEIVED,
                RECEIVED.plusMillis(5),
                new RequestOrigin("/apis/x?dryRun=All", List.of("10.0.0.1", "::1"), "kubectl/v1"),
                CREATE,
                UserInfo.of("other", List.of()),
                reference,
                TestJson.object("{metadata: {}, code: 201}"),
                TestJson.object("{a: 1}"),
                TestJson.object("{b: 2}"),
                Map.of("z", "1", "authorization.k8s.io/decision", "allow"));

        assertThat(event.toJson()).hasToString("""
                {"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"RequestResponse","auditID":"a-b-c",\
                "stage":"ResponseComplete","requestURI":"/apis/x?dryRun=All","verb":"create",\
                "user":{"username":"jane","uid":"u1","groups":["ops", "system:authenticated"],\
                "extra":{"a":["1"],"b":["2"]}},"impersonatedUser":{"username":"other"},\
                "sourceIPs":["10.0.0.1", "::1"],"userAgent":"kubectl/v1",\
                "objectRef":{"resource":"redises","namespace":"team","name":"cart","uid":"x",\
                "apiGroup":"apps.example.com","apiVersion":"v1alpha1","resourceVersion":"5","subresource":"status"},\
                "responseStatus":{"metadata":{},"code":201},"requestObject":{"a":1},"responseObject":{"b":2},\
                "requestReceivedTimestamp":"2026-03-04T05:06:07.123456Z",\
                "stageTimestamp":"2026-03-04T05:06:07.128456Z",\
                "annotations":{"authorization.k8s.io/decision":"allow","z":"1"}}""");
    }

    @Test
    void absentFieldsAreOmitted() {
        assertThat(minimal(null, "").toJson()).hasToString("""
                {"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"1",\
                "stage":"RequestReceived","requestURI":"/healthz","verb":"get","user":{},\
                "requestReceivedTimestamp":"2026-03-04T05:06:07.123456Z",\
                "stageTimestamp":"2026-03-04T05:06:07.123456Z"}""");
    }

    @Test
    void longUserAgentIsTruncated() {
        assertThat(minimal(null, "x".repeat(2000)).toJson().stringOrEmpty("userAgent"))
                .hasSize(1024 + "...TRUNCATED".length())
                .endsWith("x...TRUNCATED");
    }

    private static AuditEvent minimal(@Nullable JsonObject status, String userAgent) {
        return new AuditEvent(
                "1",
                AuditLevel.METADATA,
                AuditStage.REQUEST_RECEIVED,
                RECEIVED,
                RECEIVED,
                new RequestOrigin("/healthz", List.of(), userAgent),
                new RequestAttributes.NonResource(UserInfo.of("", List.of()), "get", "/healthz"),
                null,
                null,
                status,
                null,
                null,
                Map.of());
    }
}
