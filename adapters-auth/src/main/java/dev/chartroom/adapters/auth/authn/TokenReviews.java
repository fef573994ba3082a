package dev.chartroom.adapters.auth.authn;

import dev.chartroom.adapters.auth.ResponseObject;
import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.Authentication;
import io.kubernetes.client.openapi.apis.AuthenticationV1Api;
import io.kubernetes.client.openapi.models.V1TokenReview;
import io.kubernetes.client.openapi.models.V1TokenReviewSpec;
import java.util.Collections;
import java.util.List;

/** Verifies each token by a TokenReview of the API server (wire contract C5). */
final class TokenReviews implements TokenVerifier {
    private final ReviewClient client;
    private final AuthenticationV1Api api;
    private final List<String> audiences;

    TokenReviews(ReviewClient client, List<String> audiences) {
        this.client = client;
        this.api = new AuthenticationV1Api(client.apiClient());
        this.audiences = List.copyOf(audiences);
    }

    @Override
    public Authentication verify(String token) {
        V1TokenReviewSpec spec = new V1TokenReviewSpec().token(token).audiences(audiences.isEmpty() ? null : audiences);
        V1TokenReview review = new V1TokenReview()
                .apiVersion("authentication.k8s.io/v1")
                .kind("TokenReview")
                .spec(spec);
        return client.send("token review", () -> api.createTokenReview(review).buildCall(null), this::answer);
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
