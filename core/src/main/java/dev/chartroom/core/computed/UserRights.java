package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.auth.Authorizer;

/** The rights of the user of a question. Each call asks the authorizer. */
record UserRights(UserInfo user, Authorizer authorizer) {
    private static final String STORAGE_CLASSES = "storageclasses";

    /** Returns whether the user may make a request for objects of a kind. */
    boolean may(String verb, ApplicationKind kind, NamespacedName name) {
        return isAllowed(to(verb, kind, name));
    }

    /** Returns whether the user may get the release of an object. */
    boolean mayGetRelease(ApplicationKind kind, NamespacedName name) {
        return isAllowed(new RequestAttributes.Resource(
                user,
                "get",
                "helm.toolkit.fluxcd.io",
                "v2",
                "helmreleases",
                "",
                name.namespace(),
                kind.release().releaseName(name.name())));
    }

    /**
     * Returns whether the user may list the storage classes of the cluster. A right on the subresource {@code
     * storageclasses} of ApplicationOptions is enough, so that a tenant needs no right on the storage classes themselves.
     */
    boolean mayListStorageClasses(String namespace) {
        ApplicationKind options = ComputedKinds.APPLICATION_OPTIONS;
        return isAllowed(new RequestAttributes.Resource(
                        user, "list", "storage.k8s.io", "v1", STORAGE_CLASSES, "", "", ""))
                || isAllowed(new RequestAttributes.Resource(
                        user,
                        "list",
                        options.group(),
                        options.version(),
                        options.names().plural(),
                        STORAGE_CLASSES,
                        namespace,
                        ""));
    }

    /** Returns whether the user may get a namespace. */
    boolean mayGetNamespace(String name) {
        return isAllowed(new RequestAttributes.Resource(user, "get", "", "v1", "namespaces", "", name, name));
    }

    private boolean isAllowed(RequestAttributes attributes) {
        return authorizer.authorize(attributes) instanceof Decision.Allowed;
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
