package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.request.AccessReviewReader;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.auth.Credentials;
import dev.chartroom.ports.auth.RequestHeaders;
import dev.chartroom.ports.json.JsonCodec;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * In a server that stands alone, answers access and token reviews. {@code kubectl auth can-i} sends
 * SelfSubjectAccessReview and SelfSubjectRulesReview, {@code kubectl auth whoami} sends SelfSubjectReview, and aggregated
 * servers send SubjectAccessReview and TokenReview.
 */
record Reviews(Authenticator authenticator, Authorizer authorizer, AccessReviewReader reader, JsonCodec codec) {
    private static final String AUTHORIZATION = "authorization.k8s.io/v1";
    private static final String AUTHENTICATION = "authentication.k8s.io/v1";
    /** The kinds, by group version and resource. */
    private static final Map<String, String> KINDS = Map.of(
            AUTHORIZATION + "/selfsubjectaccessreviews",
            "SelfSubjectAccessReview",
            AUTHORIZATION + "/selfsubjectrulesreviews",
            "SelfSubjectRulesReview",
            AUTHENTICATION + "/selfsubjectreviews",
            "SelfSubjectReview",
            AUTHORIZATION + "/subjectaccessreviews",
            "SubjectAccessReview",
            AUTHENTICATION + "/tokenreviews",
            "TokenReview");

    boolean serves(RequestInfo.Resource info) {
        return info.verb().equals("create") && KINDS.containsKey(key(info));
    }

    void handle(Exchange exchange, RequestInfo.Resource info) {
        String kind = KINDS.getOrDefault(key(info), "");
        switch (kind) {
            case "SelfSubjectAccessReview" ->
                decide(exchange, kind, reader.read(exchange.user(), exchange.body(), exchange.contentType()));
            case "SubjectAccessReview" ->
                decide(exchange, kind, reader.readForAnother(exchange.body(), exchange.contentType()));
            case "SelfSubjectRulesReview" -> answer(exchange, AUTHORIZATION, kind, rules(exchange.user()));
            case "SelfSubjectReview" ->
                answer(exchange, AUTHENTICATION, kind, JsonObject.of("userInfo", user(exchange.user())));
            default -> authenticate(exchange, kind);
        }
    }

    /**
     * Returns the rules of a user who may do everything. The authorizer knows no other rules, so the status of any other
     * user is incomplete. The body names only a namespace, and no rule depends on the namespace.
     */
    private JsonObject rules(UserInfo user) {
        JsonArray any = JsonArray.ofStrings(List.of("*"));
        boolean all = authorizer.authorize(new RequestAttributes.Resource(user, "*", "*", "*", "*", "", "", ""))
                instanceof Decision.Allowed;
        boolean allPaths =
                authorizer.authorize(new RequestAttributes.NonResource(user, "*", "*")) instanceof Decision.Allowed;
        JsonObject resources = JsonObject.builder()
                .put("verbs", any)
                .put("apiGroups", any)
                .put("resources", any)
                .build();
        JsonObject paths = JsonObject.builder()
                .put("verbs", any)
                .put("nonResourceURLs", any)
                .build();
        return JsonObject.builder()
                .put("resourceRules", all ? JsonArray.of(resources) : JsonArray.EMPTY)
                .put("nonResourceRules", allPaths ? JsonArray.of(paths) : JsonArray.EMPTY)
                .put("incomplete", !all || !allPaths)
                .build();
    }

    private static String key(RequestInfo.Resource info) {
        return info.group() + "/" + info.version() + "/" + info.resource();
    }

    private void decide(Exchange exchange, String kind, RequestAttributes question) {
        JsonObject.Builder status = JsonObject.builder();
        switch (authorizer.authorize(question)) {
            case Decision.Allowed _ -> status.put("allowed", true);
            case Decision.Denied(String reason) ->
                status.put("allowed", false).put("denied", true).putIfPresent("reason", reason);
            case Decision.NoOpinion(String reason) ->
                status.put("allowed", false).putIfPresent("reason", reason);
        }
        answer(exchange, AUTHORIZATION, kind, status.build());
    }

    private void authenticate(Exchange exchange, String kind) {
        String token = reader.token(exchange.body(), exchange.contentType());
        if (token.isEmpty()) {
            throw ApiException.badRequest("spec.token: required");
        }
        Authentication found = authenticator.authenticate(new Credentials(List.of(), new Bearer(token), ""));
        JsonObject status = found instanceof Authentication.Authenticated(UserInfo user, var _)
                        && !user.isIn(UserInfo.UNAUTHENTICATED_GROUP)
                ? JsonObject.builder()
                        .put("authenticated", true)
                        .put("user", user(user))
                        .build()
                : JsonObject.builder().put("authenticated", false).build();
        answer(exchange, AUTHENTICATION, kind, status);
    }

    private static JsonObject user(UserInfo user) {
        return JsonObject.builder()
                .put("username", user.name())
                .putIfPresent("uid", user.uid())
                .put("groups", JsonArray.ofStrings(user.groups()))
                .build();
    }

    private void answer(Exchange exchange, String apiVersion, String kind, JsonObject status) {
        exchange.sendJson(
                201,
                codec.encode(JsonObject.builder()
                        .put("kind", kind)
                        .put("apiVersion", apiVersion)
                        .put("metadata", JsonObject.EMPTY)
                        .put("spec", JsonObject.EMPTY)
                        .put("status", status)
                        .build()));
    }

    /** The headers of a request that has a token and nothing else. */
    private record Bearer(String token) implements RequestHeaders {
        private static final String AUTHORIZATION = "authorization";

        @Override
        public List<String> values(String name) {
            return name.toLowerCase(Locale.ROOT).equals(AUTHORIZATION) ? List.of("Bearer " + token) : List.of();
        }

        @Override
        public Set<String> names() {
            return Set.of(AUTHORIZATION);
        }
    }
}
