package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.auth.RequestUser;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.Map;
import java.util.Optional;

/**
 * A store that stores nothing: it computes the status of each object that is created. All other rules of a create, such
 * as validation, warnings and audit, are those of stored objects.
 */
public final class ComputedApplicationStore implements ApplicationStore {
    private final Map<String, Review> reviews;
    private final JsonCodec codec;

    /** @param reviews the reviews by the plural of their kind */
    public ComputedApplicationStore(Map<String, Review> reviews, JsonCodec codec) {
        this.reviews = Map.copyOf(reviews);
        this.codec = codec;
    }

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        Review review = reviews.get(kind.names().plural());
        if (review == null) {
            throw notSupported(kind, "create");
        }
        UserInfo user = RequestUser.current().orElseThrow();
        return new StoredApplication(kind, application.withStatus(review.status(application, user, options)), codec);
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        throw notSupported(kind, "get");
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return Optional.empty();
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        throw notSupported(kind, "list");
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        throw notSupported(kind, "update");
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        throw notSupported(kind, "delete");
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        throw notSupported(kind, "watch");
    }

    private static ApiException notSupported(ApplicationKind kind, String verb) {
        return new ApiException(new ApiError.MethodNotSupported(kind.groupResource(), verb));
    }
}
