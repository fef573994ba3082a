package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.computed.CozystackKinds;
import dev.chartroom.domain.computed.TenantObject;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.release.ClusterMetadata;
import dev.chartroom.ports.release.ClusterObjects;
import java.util.List;
import java.util.Optional;

/**
 * Shows objects of the cluster as objects of {@link CozystackKinds}. A right on the view itself is needed for each object. A
 * cluster-wide right on TenantNamespaces is usual, so a namespace also needs a right in the namespace: to get it, or to list
 * the modules in it.
 *
 * @param objects reads one object
 */
public record TenantView(TenantObject shown, ClusterObjects objects, ClusterMetadata metadata, Authorizer authorizer)
        implements ComputedView {

    @Override
    public Reading reading(UserInfo user) {
        return new OneReading(new UserRights(user, authorizer));
    }

    @Override
    public List<ObjectMeta> all(String namespace) {
        return metadata.list(shown.version(), shown.resource(), namespace, shown.selector()).stream()
                .filter(shown::includes)
                .map(shown::shown)
                .toList();
    }

    @Override
    public Optional<ObjectMeta> find(NamespacedName name) {
        return read(name).map(object -> shown.application(object).metadata());
    }

    private Optional<JsonObject> read(NamespacedName name) {
        if (!shown.canHaveName(name.name())) {
            return Optional.empty();
        }
        return switch (objects.get(shown.version(), shown.resource(), name.namespace(), name.name())) {
            case ClusterObjects.Result.Found(JsonObject object) ->
                shown.includes(ObjectMeta.fromJson(object.objectOrEmpty("metadata")))
                        ? Optional.of(object)
                        : Optional.empty();
            case ClusterObjects.Result.Missing() -> Optional.empty();
            case ClusterObjects.Result.Unreadable() ->
                throw new ApiException(ApiError.internal("the server has no permission to get " + shown.resource()));
        };
    }

    private final class OneReading implements Reading {
        private final UserRights rights;
        private int questions;

        OneReading(UserRights rights) {
            this.rights = rights;
        }

        @Override
        public boolean mayRead(NamespacedName name) {
            questions++;
            // A namespace with another name does not exist here for any user.
            boolean isNamespace = shown == TenantObject.NAMESPACE && shown.canHaveName(name.name());
            return rights.may("get", shown.kind(), name) && (!isNamespace || mayEnter(name.name()));
        }

        private boolean mayEnter(String namespace) {
            questions += 2;
            return rights.mayGetNamespace(namespace)
                    || rights.may("list", CozystackKinds.TENANT_MODULE, new NamespacedName(namespace, ""));
        }

        @Override
        public int questions() {
            return questions;
        }

        @Override
        public Application computed(ObjectMeta object) {
            return read(object.namespacedName())
                    .map(shown::application)
                    .orElseThrow(() ->
                            new ApiException(new ApiError.NotFound(shown.kind().groupResource(), object.name())));
        }
    }
}
