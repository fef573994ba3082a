package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.request.AccessReviewReader;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.json.JsonCodec;

/** SelfSubjectAccessReview, for a server that stands alone: {@code kubectl auth can-i} asks for it. */
record SelfReviews(Authorizer authorizer, AccessReviewReader reader, JsonCodec codec) {

    boolean serves(RequestInfo.Resource info) {
        return info.verb().equals("create")
                && info.group().equals("authorization.k8s.io")
                && info.version().equals("v1")
                && info.resource().equals("selfsubjectaccessreviews");
    }

    void handle(Exchange exchange) {
        RequestAttributes question = reader.read(exchange.user(), exchange.body(), exchange.contentType());
        JsonObject.Builder status = JsonObject.builder();
        switch (authorizer.authorize(question)) {
            case Decision.Allowed _ -> status.put("allowed", true);
            case Decision.Denied(String reason) ->
                status.put("allowed", false).put("denied", true).putIfPresent("reason", reason);
            case Decision.NoOpinion(String reason) ->
                status.put("allowed", false).putIfPresent("reason", reason);
        }
        exchange.sendJson(
                201,
                codec.encode(JsonObject.builder()
                        .put("kind", "SelfSubjectAccessReview")
                        .put("apiVersion", "authorization.k8s.io/v1")
                        .put("metadata", JsonObject.EMPTY)
                        .put("spec", JsonObject.EMPTY)
                        .put("status", status.build())
                        .build()));
    }
}
