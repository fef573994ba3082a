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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Shows objects of the cluster as objects of {@link CozystackKinds}. A right on the view itself is needed for each object. A
 * cluster-wide right on TenantNamespaces is usual, so a namespace also needs a right in the namespace: to get it, or to list
 * the modules in it.
 */
public final class TenantView implements ComputedView {
    /** A user who reads page after page needs much less time for each. */
    private static final Duration KEPT = Duration.ofSeconds(10);

    private final TenantObject shown;
    private final ClusterObjects objects;
    private final ClusterMetadata metadata;
    private final Authorizer authorizer;
    private final InstantSource clock;

    /** The last list of all namespaces. Each page would read it again, and 5,000 tenants have some 150 pages. */
    private volatile Listed last = new Listed(Instant.MIN, List.of());

    private record Listed(Instant at, List<ObjectMeta> objects) {}

    /**
     * @param objects reads one object
     * @param metadata reads the names of all objects
     */
    public TenantView(
            TenantObject shown,
            ClusterObjects objects,
            ClusterMetadata metadata,
            Authorizer authorizer,
            InstantSource clock) {
        this.shown = shown;
        this.objects = objects;
        this.metadata = metadata;
        this.authorizer = authorizer;
        this.clock = clock;
    }

    @Override
    public Reading reading(UserInfo user) {
        return new OneReading(new UserRights(user, authorizer));
    }

    @Override
    public List<ObjectMeta> all(String namespace) {
        Instant began = clock.instant();
        List<ObjectMeta> all =
                metadata.list(shown.version(), shown.resource(), namespace, shown.selector(), shown::includes).stream()
                        .map(shown::shown)
                        .toList();
        if (namespace.isEmpty()) {
            last = new Listed(began, all);
        }
        return all;
    }

    @Override
    public List<ObjectMeta> allForLaterPage(String namespace) {
        Listed listed = last;
        Instant now = clock.instant();
        // A list from the future is one from before the clock was set back.
        boolean isRecent =
                !now.isBefore(listed.at()) && now.isBefore(listed.at().plus(KEPT));
        return namespace.isEmpty() && isRecent ? listed.objects() : all(namespace);
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
