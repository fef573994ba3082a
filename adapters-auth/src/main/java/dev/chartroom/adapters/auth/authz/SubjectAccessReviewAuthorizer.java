package dev.chartroom.adapters.auth.authz;

import dev.chartroom.adapters.auth.ResponseObject;
import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.ports.auth.Authorizer;
import io.kubernetes.client.openapi.apis.AuthorizationV1Api;
import io.kubernetes.client.openapi.models.V1SubjectAccessReview;
import java.lang.System.Logger.Level;

/**
 * Asks the API server for every decision (wire contract C11, C13). If it cannot decide, {@link ReviewClient#send}
 * throws an ApiException, and nothing is allowed.
 */
public final class SubjectAccessReviewAuthorizer implements Authorizer {
    private static final System.Logger LOG = System.getLogger(SubjectAccessReviewAuthorizer.class.getName());

    private final ReviewClient client;
    private final AuthorizationV1Api api;

    public SubjectAccessReviewAuthorizer(ReviewClient client) {
        this.client = client;
        this.api = new AuthorizationV1Api(client.apiClient());
    }

    @Override
    public Decision authorize(RequestAttributes attributes) {
        V1SubjectAccessReview review = new V1SubjectAccessReview()
                .apiVersion("authorization.k8s.io/v1")
                .kind("SubjectAccessReview")
                .spec(AccessReviewSpec.of(attributes));
        return client.send(
                "subject access review",
                () -> api.createSubjectAccessReview(review).buildCall(null),
                SubjectAccessReviewAuthorizer::decision);
    }

    private static Decision decision(ResponseObject status) {
        boolean allowed = status.flag("allowed");
        String reason = status.text("reason");
        if (status.flag("denied")) {
            if (allowed) {
                LOG.log(Level.WARNING, "A subject access review was both allowed and denied, which counts as denied");
            }
            return new Decision.Denied(reason);
        }
        return allowed ? new Decision.Allowed(reason) : new Decision.NoOpinion(reason);
    }
}
