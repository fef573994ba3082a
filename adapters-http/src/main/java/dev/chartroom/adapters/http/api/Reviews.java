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
 * In a server that stands alone, answers access and token reviews: SelfSubjectAccessReview, which
 * {@code kubectl auth can-i} sends, and SubjectAccessReview and TokenReview, which aggregated servers send.
 */
record Reviews(Authenticator authenticator, Authorizer authorizer, AccessReviewReader reader, JsonCodec codec) {
    private static final String AUTHORIZATION = "authorization.k8s.io/v1";
    private static final String AUTHENTICATION = "authentication.k8s.io/v1";
    /** The kinds, by group version and resource. */
    private static final Map<String, String> KINDS = Map.of(
            AUTHORIZATION + "/selfsubjectaccessreviews",
            "SelfSubjectAccessReview",
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
            default -> authenticate(exchange, kind);
        }
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
                .put("uid", user.uid())
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
