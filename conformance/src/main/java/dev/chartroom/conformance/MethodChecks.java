package dev.chartroom.conformance;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.answer.ParityResponse;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.cluster.TestedResource;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A server answers a request for a verb that discovery does not list with 405 MethodNotAllowed (NewMethodNotSupported
 * in k8s.io/apimachinery).
 */
final class MethodChecks {
    private static final JsonNumber FORBIDDEN = JsonNumber.of(403);
    private static final String NAME = "there-is-no-such-object";
    /** A server that has the verb must not store anything. */
    private static final String DRY_RUN = "?dryRun=All";

    /** A request for a verb. */
    private record Request(
            String verb,
            String method,
            String path,
            @Nullable String contentType) {}

    private static final List<Request> REQUESTS = List.of(
            new Request("create", "POST", DRY_RUN, "application/json"),
            new Request("update", "PUT", "/" + NAME + DRY_RUN, "application/json"),
            new Request("patch", "PATCH", "/" + NAME + DRY_RUN, "application/merge-patch+json"),
            new Request("delete", "DELETE", "/" + NAME + DRY_RUN, null),
            new Request("deletecollection", "DELETE", DRY_RUN, null),
            new Request("get", "GET", "/" + NAME, null),
            new Request("list", "GET", "", null),
            new Request("watch", "GET", "?watch=true&timeoutSeconds=1", null));

    private final Side tested;
    private final TestedResource resource;
    private final AcceptedRules rules;

    MethodChecks(Side tested, TestedResource resource, AcceptedRules rules) {
        this.tested = tested;
        this.resource = resource;
        this.rules = rules;
    }

    /**
     * Sends a request for each missing verb. A user without the right to a verb cannot see whether the server has it, so
     * such an answer is no result.
     *
     * @param scope the path of an empty namespace of the run, below the version; empty for a cluster-scoped resource,
     *     whose collection is never deleted, because a faulty server could do so
     */
    List<CaseComparison> run(String scope) {
        String collection = "/apis/" + resource.group() + "/" + resource.version() + scope + "/" + resource.plural();
        List<CaseComparison> results = new ArrayList<>();
        for (Request request : REQUESTS) {
            boolean isHarmful = scope.isEmpty() && request.verb().equals("deletecollection");
            if (!resource.verbs().contains(request.verb()) && !isHarmful) {
                JsonObject answer = answer(request, collection + request.path());
                if (!Objects.equals(answer.get("code"), FORBIDDEN)) {
                    results.add(check(request, answer).compared(rules));
                }
            }
        }
        return results;
    }

    private JsonObject answer(Request request, String path) {
        String type = request.contentType();
        String body = type == null ? null : body();
        Map<String, @Nullable String> headers = type == null ? Map.of() : Map.of("Content-Type", type);
        ParityResponse response = tested.send(request.method(), path, Side.headersOf(headers, body != null), body);
        return response.document();
    }

    private String body() {
        return JsonObject.builder()
                .put("apiVersion", resource.group() + "/" + resource.version())
                .put("kind", resource.kind())
                .put("metadata", JsonObject.builder().put("name", NAME).build())
                .build()
                .toString();
    }

    private static Check check(Request request, JsonObject answer) {
        JsonObject expected = JsonObject.builder()
                .put("code", 405)
                .put("kind", "Status")
                .put("reason", "MethodNotAllowed")
                .build();
        JsonObject body = answer.objectOrEmpty("body");
        JsonObject actual = JsonObject.builder()
                .putIfPresent("code", answer.get("code"))
                .put("kind", body.stringOrEmpty("kind"))
                .put("reason", body.stringOrEmpty("reason"))
                .build();
        return new Check(
                "checks/methods",
                request.verb() + "-is-not-allowed",
                request.method() + " {objects}" + request.path(),
                expected,
                actual);
    }
}
