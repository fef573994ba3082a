package dev.chartroom.adapters.cel;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.admission.AdmissionExpressions;
import java.util.List;
import java.util.Map;

/** The request of the recordings: alice creates the status of an object. The authorizer allows only the verb get. */
final class AdmissionInput {
    private static final UserInfo ALICE = new UserInfo("alice", "u1", List.of("g1"), Map.of("k", List.of("v")));
    private static final String REQUEST = """
            dryRun: false
            kind: {group: g, kind: Chart, version: v1}
            name: name1
            namespace: ns1
            object: null
            oldObject: null
            operation: CREATE
            options: {fieldManager: m}
            requestKind: {group: g, kind: Chart, version: v1}
            requestResource: {group: g, resource: charts, version: v1}
            requestSubResource: status
            resource: {group: g, resource: charts, version: v1}
            subResource: status
            uid: ""
            userInfo: {extra: {k: [v]}, groups: [g1], uid: u1, username: alice}
            """;

    private AdmissionInput() {}

    static AdmissionExpressions.Input of(JsonValue object) {
        return new AdmissionExpressions.Input(
                object,
                JsonNull.NULL,
                TestYaml.object(REQUEST),
                JsonNull.NULL,
                TestYaml.object("{metadata: {labels: {a: b}, name: ns1}, spec: {}, status: {}}"),
                new RequestAttributes.Resource(ALICE, "create", "g", "v1", "charts", "status", "ns1", "name1"),
                AdmissionInput::decide);
    }

    /** If the decision is NoOpinion, its reason describes the request attributes. */
    private static Decision decide(RequestAttributes asked) {
        if (asked instanceof RequestAttributes.Resource resource
                && resource.name().equals("broken")) {
            throw new ApiException(ApiError.badRequest("authorizer is broken"));
        }
        if (asked instanceof RequestAttributes.Resource resource
                && resource.name().equals("denied")) {
            return new Decision.Denied("denied");
        }
        return asked.verb().equals("get") ? new Decision.Allowed() : new Decision.NoOpinion(describe(asked));
    }

    private static String describe(RequestAttributes asked) {
        String who = asked.user().name() + "|" + asked.verb() + "|["
                + String.join(" ", asked.user().groups()) + "]|";
        return switch (asked) {
            case RequestAttributes.NonResource path -> who + "|||||" + path.path() + "|0|0";
            case RequestAttributes.Resource r ->
                who + r.group() + "|" + r.resource() + "|" + r.subresource() + "|" + r.namespace() + "|" + r.name()
                        + "||" + r.fieldSelector().requirements().size() + "|"
                        + r.labelSelector().requirements().size();
        };
    }
}
