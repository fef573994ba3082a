package dev.chartroom.adapters.auth.authn;

import dev.chartroom.adapters.auth.ResponseObject;
import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.auth.Authentication;
import java.util.Collections;
import java.util.List;

/** Verifies each token by a TokenReview of the API server (wire contract C5). */
final class TokenReviews implements TokenVerifier {
    private static final String PATH = "/apis/authentication.k8s.io/v1/tokenreviews";

    private final ReviewClient client;
    private final List<String> audiences;

    TokenReviews(ReviewClient client, List<String> audiences) {
        this.client = client;
        this.audiences = List.copyOf(audiences);
    }

    @Override
    public Authentication verify(String token) {
        JsonObject.Builder spec = JsonObject.builder().put("token", token);
        if (!audiences.isEmpty()) {
            spec.put("audiences", JsonArray.ofStrings(audiences));
        }
        JsonObject review = JsonObject.builder()
                .put("apiVersion", "authentication.k8s.io/v1")
                .put("kind", "TokenReview")
                .put("spec", spec.build())
                .build();
        return client.send("token review", PATH, review, this::answer);
    }

    private Authentication answer(ResponseObject status) {
        if (!status.flag("authenticated")) {
            // The error of the review may repeat the token.
            return rejected("invalid");
        }
        if (!audiences.isEmpty() && Collections.disjoint(audiences, status.texts("audiences"))) {
            return rejected("it is for another audience");
        }
        ResponseObject user = status.object("user");
        String name = user.text("username");
        return name.isEmpty()
                ? rejected("the user has no name")
                : new Authentication.Authenticated(
                        new UserInfo(name, user.text("uid"), user.texts("groups"), user.textsByKey("extra")));
    }

    private static Authentication rejected(String why) {
        return new Authentication.Rejected("bearer token: " + why);
    }
}
