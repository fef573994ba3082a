package dev.chartroom.adapters.auth.authz;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.Authorizer;

/** Allows everything to every user in {@code system:authenticated}. For development: it protects nothing. */
public final class AllowAuthenticatedAuthorizer implements Authorizer {

    @Override
    public Decision authorize(RequestAttributes attributes) {
        return attributes.user().isIn(UserInfo.AUTHENTICATED_GROUP)
                ? new Decision.Allowed()
                : new Decision.NoOpinion("not authenticated");
    }
}
