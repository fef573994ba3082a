package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import dev.chartroom.core.request.RequestDeadline;
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
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A store that stores nothing: it computes the status of each object that is created or read. All other rules, such as
 * validation, warnings, tables and audit, are those of stored objects.
 */
public final class ComputedApplicationStore implements ApplicationStore {
    /** The reads that are computed at the same time. One read can cause some 400 requests to the cluster. */
    private static final int READS = 16;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final FairShares reads = new FairShares(READS);
    private final Map<String, Review> reviews;
    private final Map<String, ComputedView> views;
    private final JsonCodec codec;

    /**
     * @param reviews the answers to objects that clients create, by the plural of their kind
     * @param views the objects that clients read, by the plural of their kind
     */
    public ComputedApplicationStore(Map<String, Review> reviews, Map<String, ComputedView> views, JsonCodec codec) {
        this.reviews = Map.copyOf(reviews);
        this.views = Map.copyOf(views);
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

    /**
     * As declared, and: Forbidden if the user may not read what the object is computed from, whether or not the object
     * exists; TooManyRequests if the user already has its share of the reads that are computed now.
     */
    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        ComputedView view = view(kind, "get");
        UserInfo user = RequestUser.current().orElseThrow();
        try (Permit _ = permit(user)) {
            return get(view, kind, name, user);
        }
    }

    private ServedApplication get(ComputedView view, ApplicationKind kind, NamespacedName name, UserInfo user) {
        ComputedView.Reading reading = view.reading(user);
        if (!reading.mayRead(name)) {
            throw new ApiException(new ApiError.Forbidden(
                    new RequestAttributes.Resource(
                            user,
                            "get",
                            kind.group(),
                            kind.version(),
                            kind.names().plural(),
                            "",
                            name.namespace(),
                            name.name()),
                    "you may not read what it is computed from"));
        }
        Application object = view.find(name)
                .map(reading::computed)
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(kind.groupResource(), name.name())));
        return new StoredApplication(kind, object, codec).served();
    }

    private Permit permit(UserInfo user) {
        return reads.take(FairShares.sharer(user), RequestDeadline.current().remainingUpTo(PATIENCE));
    }

    private ComputedView view(ApplicationKind kind, String verb) {
        ComputedView view = views.get(kind.names().plural());
        if (view == null) {
            throw notSupported(kind, verb);
        }
        return view;
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return Optional.empty();
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        ComputedPages pages = new ComputedPages(view(kind, "list"), kind, codec);
        UserInfo user = RequestUser.current().orElseThrow();
        try (Permit _ = permit(user)) {
            return pages.page(request, user);
        }
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
