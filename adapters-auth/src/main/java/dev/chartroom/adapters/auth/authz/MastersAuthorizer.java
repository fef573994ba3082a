package dev.chartroom.adapters.auth.authz;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.Authorizer;

/**
 * Allows {@code system:masters} everything, without a call to the API server: the aggregator's availability probe must
 * not depend on the API server (wire contract B2, C12).
 */
public final class MastersAuthorizer implements Authorizer {

    @Override
    public Decision authorize(RequestAttributes attributes) {
        return attributes.user().isIn(UserInfo.MASTERS_GROUP) ? new Decision.Allowed() : new Decision.NoOpinion("");
    }
}
