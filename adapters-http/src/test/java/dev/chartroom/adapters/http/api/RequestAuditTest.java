package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.audit.AuditEvent;
import dev.chartroom.apimachinery.audit.AuditPolicy;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.ports.audit.Audit;
import dev.chartroom.ports.audit.RecordedAudit;
import dev.chartroom.ports.storage.Kinds;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Audit events of requests over a socket. Each namespace has its own level. */
@Timeout(30)
class RequestAuditTest {
    private static final String SECRET = "not-for-the-audit";
    private static final ApplicationKind VAULT = new ApplicationKind(
            Kinds.GROUP,
            "v1alpha1",
            new KindNames("Vault", "VaultList", "vaults", "vault", List.of(), List.of()),
            "",
            Schema.of(Json.object("""
                    {"type": "object", "properties": {"size": {"type": "integer"},
                      "token": {"type": "string", "format": "password", "pattern": "^[a-z-]*$"}}}
                    """)),
            Kinds.redis().release());
    private static final String POLICY = """
            {"apiVersion": "audit.k8s.io/v1", "kind": "Policy", "rules": [
              {"level": "None", "namespaces": ["none"]},
              {"level": "Metadata", "namespaces": ["metadata"]},
              {"level": "Request", "namespaces": ["request"]},
              {"level": "RequestResponse", "namespaces": ["bare"], "omitManagedFields": true,
               "omitStages": ["RequestReceived"]},
              {"level": "RequestResponse", "namespaces": ["whole"]},
              {"level": "Metadata", "nonResourceURLs": ["/version", "/healthz", "/debug/flags/v"]}]}
            """;

    private static final RecordedAudit RECORDED = new RecordedAudit(7);
    private static TestServer server;

    @BeforeAll
    static void start() {
        AuditPolicy policy = AuditPolicy.read(Json.value(POLICY), warning -> {
            throw new AssertionError(warning);
        });
        server = TestServer.start(new Audit(policy, RECORDED), VAULT);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void requestIsRecordedWhenReceivedAndWhenComplete() {
        send("GET", path("metadata") + "?limit=5", null, "one", "User-Agent", "tests", "X-Forwarded-For", "10.1.2.3");

        List<JsonObject> events = events("one", 2);
        assertThat(events.getFirst().without("requestReceivedTimestamp").without("stageTimestamp"))
                .isEqualTo(Json.object("""
                {"kind": "Event", "apiVersion": "audit.k8s.io/v1", "level": "Metadata", "auditID": "one",
                 "stage": "RequestReceived", "requestURI": "%s?limit=5", "verb": "list",
                 "user": {"username": "alice", "groups": ["testers"]}, "sourceIPs": ["10.1.2.3", "127.0.0.1"],
                 "userAgent": "tests", "objectRef": {"resource": "vaults", "namespace": "metadata",
                   "apiGroup": "%s", "apiVersion": "v1alpha1"}}
                """.formatted(path("metadata"), Kinds.GROUP)));
        assertThat(events.getFirst().get("stageTimestamp"))
                .isEqualTo(events.getFirst().get("requestReceivedTimestamp"));
        JsonObject complete = events.getLast();
        assertThat(complete.stringOrEmpty("stage")).isEqualTo("ResponseComplete");
        assertThat(complete.get("responseStatus")).isEqualTo(Json.value("{\"metadata\": {}, \"code\": 200}"));
        assertThat(complete.get("annotations"))
                .isEqualTo(Json.value(
                        "{\"authorization.k8s.io/decision\": \"allow\", \"authorization.k8s.io/reason\": \"\"}"));
    }

    @Test
    void higherLevelsRecordMoreOfAnObject() {
        for (String level : List.of("metadata", "request", "whole", "bare")) {
            send("POST", path(level), vault("a", "\"" + SECRET + "\""), level);
        }

        JsonObject metadata = events("metadata", 2).getLast();
        assertThat(metadata.objectOrEmpty("objectRef").stringOrEmpty("name")).isEqualTo("a");
        assertThat(metadata.names()).doesNotContain("requestObject", "responseObject");
        JsonObject request = events("request", 2).getLast();
        assertThat(request.get("requestObject")).isEqualTo(Json.value(vault("a", "\"******\"")));
        assertThat(request.has("responseObject")).isFalse();
        JsonObject whole = events("whole", 2).getLast().objectOrEmpty("responseObject");
        assertThat(whole.get("spec")).isEqualTo(Json.value("{\"size\": 1, \"token\": \"******\"}"));
        assertThat(whole.objectOrEmpty("metadata").has("managedFields")).isTrue();
        JsonObject bare = events("bare", 1).getLast();
        assertThat(bare.stringOrEmpty("stage")).isEqualTo("ResponseComplete");
        assertThat(bare.objectOrEmpty("responseObject").stringOrEmpty("kind")).isEqualTo("Vault");
        assertThat(bare.objectOrEmpty("responseObject")
                        .objectOrEmpty("metadata")
                        .has("managedFields"))
                .isFalse();
    }

    @Test
    void levelNoneRecordsNothing() {
        send("POST", path("none"), vault("a", "\"x\""), "unrecorded");
        send("GET", "/version", null, "recorded");

        events("recorded", 2);
        assertThat(RECORDED.events()).noneMatch(event -> event.auditId().equals("unrecorded"));
    }

    @Test
    void changedLogLevelIsRecordedWithItsLoggerAndItsUser() {
        send("PUT", "/debug/flags/v?logger=dev.chartroom.audited&level=DEFAULT", null, "level");

        JsonObject complete = events("level", 2).getLast();
        assertThat(complete.stringOrEmpty("requestURI"))
                .isEqualTo("/debug/flags/v?logger=dev.chartroom.audited&level=DEFAULT");
        assertThat(complete.stringOrEmpty("verb")).isEqualTo("put");
        assertThat(complete.objectOrEmpty("user").stringOrEmpty("username")).isEqualTo("alice");
        assertThat(complete.objectOrEmpty("responseStatus").get("code")).hasToString("200");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            merge-patch+json | {"spec": {"token": "%s", "size": 2}}
            json-patch+json  | [{"op": "add", "path": "/spec", "value": {"token": "%s"}}]
            apply-patch+yaml | {"apiVersion": "GROUP/v1alpha1", "kind": "Vault", "metadata": {"name": "patched"}, "spec": {"token": "%s"}}
            """)
    void patchesAreRecordedWithMaskedValues(String type, String text) {
        String patch = text.replace("GROUP", Kinds.GROUP);
        send("POST", path("whole"), vault("patched", "\"x\""), "before");
        TestResponse answer = send(
                "PATCH",
                path("whole") + "/patched?fieldManager=m" + (type.startsWith("apply") ? "&force=true" : ""),
                patch.formatted(SECRET),
                type,
                "Content-Type",
                "application/" + type);

        assertThat(answer.text()).contains(SECRET);
        JsonObject event = events(type, 2).getLast();
        assertThat(event.get("requestObject")).isEqualTo(Json.value(patch.formatted("******")));
        assertThat(event.objectOrEmpty("responseObject").objectOrEmpty("spec").stringOrEmpty("token"))
                .isEqualTo("******");
    }

    @ParameterizedTest
    @CsvSource({"application/json", "application/json;as=Table;v=v1;g=meta.k8s.io"})
    void recordedListsAreMaskedAtLevelRequestResponse(String accept) {
        String id = "list" + accept.length();
        send("POST", path("whole"), vault("listed", "\"" + SECRET + "\""), "before");
        send("GET", path("whole") + "?includeObject=Object", null, id, "Accept", accept);

        assertThat(events(id, 2).getLast().objectOrEmpty("responseObject").toString())
                .contains("\"name\":\"listed\"", "******")
                .doesNotContain(SECRET);
    }

    @Test
    void recordedErrorsQuoteNoSensitiveValue() {
        TestResponse refused = send("POST", path("whole"), vault("b", "\"" + SECRET + "!\""), "invalid");
        TestResponse unread = send(
                "POST",
                path("whole") + "?fieldValidation=Strict",
                vault("b", "\"x\", \"" + SECRET + "\": 1"),
                "unread");

        refused.assertStatus(422, "Invalid");
        assertThat(refused.text()).contains(SECRET);
        unread.assertStatus(400, "BadRequest");
        assertThat(unread.text()).contains(SECRET);
        JsonObject event = events("invalid", 2).getLast();
        assertThat(event.objectOrEmpty("responseStatus").stringOrEmpty("reason"))
                .isEqualTo("Invalid");
        assertThat(event.objectOrEmpty("responseObject").stringOrEmpty("kind")).isEqualTo("Status");
        assertThat(event.objectOrEmpty("responseObject").stringOrEmpty("message"))
                .isEqualTo("******");
        assertThat(events("unread", 2).getLast().objectOrEmpty("responseStatus").stringOrEmpty("message"))
                .isEqualTo("******");
    }

    @Test
    void unknownContentOfDeleteOptionsIsDroppedOrMasked() {
        String options = "{\"kind\": \"DeleteOptions\", \"apiVersion\": \"v1\"";
        send("POST", path("whole"), vault("unknown", "\"x\""), "before");
        send("DELETE", path("whole") + "/unknown", options + ", \"token\": \"" + SECRET + "\"}", "options");
        send("DELETE", path("whole") + "/unknown", "\"" + SECRET + "\"", "text");

        assertThat(events("options", 2).getLast().get("requestObject")).isEqualTo(Json.value(options + "}"));
        assertThat(events("text", 2).getLast().get("requestObject")).hasToString("\"******\"");
    }

    @Test
    void deletionIsRecordedWithNameAndUid() {
        String uid = send("POST", path("metadata"), vault("gone", "\"x\""), "before")
                .metadata()
                .stringOrEmpty("uid");
        send("DELETE", path("metadata") + "/gone", null, "deleted");

        assertThat(events("deleted", 2).getLast().objectOrEmpty("responseStatus"))
                .hasToString("{\"metadata\":{},\"status\":\"Success\",\"details\":{\"name\":\"gone\",\"group\":\""
                        + Kinds.GROUP + "\",\"kind\":\"vaults\",\"uid\":\"" + uid + "\"},\"code\":200}");
    }

    @Test
    void watchIsRecordedWhenStartedAndWhenComplete() {
        try (Watch watch = server.watch(path("whole") + "?watch=1", "Audit-Id", "watch")) {
            assertThat(watch).isNotNull();
            assertThat(events("watch", 2).getLast().stringOrEmpty("stage")).isEqualTo("ResponseStarted");
        }
        JsonObject complete = events("watch", 3).getLast();
        assertThat(complete.stringOrEmpty("stage")).isEqualTo("ResponseComplete");
        assertThat(complete.has("responseObject")).isFalse();
    }

    @Test
    void forbiddenRequestIsRecordedWithUserAndReason() {
        send("GET", path("metadata"), null, "forbidden", Users.HEADER, "bob");

        JsonObject event = events("forbidden", 2).getLast();
        assertThat(event.objectOrEmpty("user").stringOrEmpty("username")).isEqualTo("bob");
        assertThat(event.objectOrEmpty("responseStatus").stringOrEmpty("reason"))
                .isEqualTo("Forbidden");
        assertThat(event.get("annotations"))
                .isEqualTo(
                        Json.value(
                                "{\"authorization.k8s.io/decision\": \"forbid\", \"authorization.k8s.io/reason\": \"bob is banned\"}"));
    }

    @ParameterizedTest
    @CsvSource({"forger, 401", "nobody, 401", "early, 503"})
    void unauthenticatedRequestIsRecordedInOneStageAsUpstream(String user, int code) {
        send("GET", path("metadata"), null, user, Users.HEADER, user).assertCode(code);

        JsonObject event = events(user, 1).getLast();
        assertThat(event.stringOrEmpty("stage")).isEqualTo("ResponseStarted");
        assertThat(event.get("user")).isEqualTo(JsonObject.EMPTY);
        assertThat(event.objectOrEmpty("responseStatus").get("code")).hasToString(Integer.toString(code));
    }

    @Test
    void unforeseenErrorIsRecordedAsAPanic() {
        send("GET", path("metadata"), null, "crashed", Users.HEADER, "crash").assertCode(500);

        JsonObject event = events("crashed", 2).getLast();
        assertThat(event.stringOrEmpty("stage")).isEqualTo("Panic");
        assertThat(event.objectOrEmpty("responseStatus").stringOrEmpty("message"))
                .isEqualTo("APIServer panic'd: java.lang.IllegalStateException");
    }

    @Test
    void recordedAndLostEventsAreCounted() {
        send("GET", "/healthz", null, "counted");
        events("counted", 2);

        assertThat(server.send("GET", "/metrics", null).text())
                .containsPattern("\napiserver_audit_event_total [1-9]")
                .contains("\napiserver_audit_error_total{plugin=\"log\"} 7.0");
    }

    /** Returns the events of a request. Fails if one contains the sensitive value. */
    private static List<JsonObject> events(String auditId, int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(found(auditId)).hasSize(count));
        List<JsonObject> events = found(auditId);
        assertThat(events).noneMatch(event -> event.toString().contains(SECRET));
        return events;
    }

    private static List<JsonObject> found(String auditId) {
        return RECORDED.events().stream()
                .filter(event -> event.auditId().equals(auditId))
                .map(AuditEvent::toJson)
                .toList();
    }

    private static TestResponse send(
            String method, String path, @Nullable String body, String auditId, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "Audit-Id";
        all[headers.length + 1] = auditId;
        return server.send(method, path, body, all);
    }

    private static String path(String namespace) {
        return "/apis/" + Kinds.GROUP + "/v1alpha1/namespaces/" + namespace + "/vaults";
    }

    private static String vault(String name, String token) {
        return "{\"apiVersion\": \"" + Kinds.GROUP + "/v1alpha1\", \"kind\": \"Vault\", \"metadata\": {\"name\": \""
                + name + "\"}, \"spec\": {\"size\": 1, \"token\": " + token + "}}";
    }
}
