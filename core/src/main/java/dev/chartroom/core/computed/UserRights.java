package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.auth.Authorizer;

/** The rights of the user of a question. Each call asks the authorizer. */
record UserRights(UserInfo user, Authorizer authorizer) {

    /** Returns whether the user may make a request for objects of a kind. */
    boolean may(String verb, ApplicationKind kind, NamespacedName name) {
        return authorizer.authorize(to(verb, kind, name)) instanceof Decision.Allowed;
    }

    /** Returns whether the user may get the release of an object. */
    boolean mayGetRelease(ApplicationKind kind, NamespacedName name) {
        return authorizer.authorize(new RequestAttributes.Resource(
                        user,
                        "get",
                        "helm.toolkit.fluxcd.io",
                        "v2",
                        "helmreleases",
                        "",
                        name.namespace(),
                        kind.release().releaseName(name.name())))
                instanceof Decision.Allowed;
    }

    /**
     * Requires the right to make a request for objects of a kind.
     *
     * @throws ApiException Forbidden if the user may not make the request
     */
    void require(String verb, ApplicationKind kind, NamespacedName name) {
        RequestAttributes.Resource attributes = to(verb, kind, name);
        switch (authorizer.authorize(attributes)) {
            case Decision.Allowed _ -> {}
            case Decision.Denied(String reason) -> throw new ApiException(new ApiError.Forbidden(attributes, reason));
            case Decision.NoOpinion(String reason) ->
                throw new ApiException(new ApiError.Forbidden(attributes, reason));
        }
    }

    private RequestAttributes.Resource to(String verb, ApplicationKind kind, NamespacedName name) {
        return new RequestAttributes.Resource(
                user, verb, kind.group(), kind.version(), kind.names().plural(), "", name.namespace(), name.name());
    }
}
