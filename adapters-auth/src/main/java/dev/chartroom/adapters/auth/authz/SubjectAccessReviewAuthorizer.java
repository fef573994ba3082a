package dev.chartroom.adapters.auth.authz;

import dev.chartroom.adapters.auth.ResponseObject;
import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.auth.Authorizer;
import java.lang.System.Logger.Level;

/**
 * Asks the API server for each decision (wire contract C11, C13). If the API server cannot decide,
 * {@link ReviewClient#send} throws an ApiException, so the request is not allowed.
 */
public final class SubjectAccessReviewAuthorizer implements Authorizer {
    private static final System.Logger LOG = System.getLogger(SubjectAccessReviewAuthorizer.class.getName());
    private static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

    private final ReviewClient client;

    public SubjectAccessReviewAuthorizer(ReviewClient client) {
        this.client = client;
    }

    @Override
    public Decision authorize(RequestAttributes attributes) {
        JsonObject review = JsonObject.builder()
                .put("apiVersion", "authorization.k8s.io/v1")
                .put("kind", "SubjectAccessReview")
                .put("spec", AccessReviewSpec.of(attributes))
                .build();
        return client.send("subject access review", PATH, review, SubjectAccessReviewAuthorizer::decision);
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
