package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Lists the objects of a view that a user may read, in pages. A page ends early if the limit of objects, of questions to
 * the authorizer or of memory is reached, even if the client asked for no pages.
 */
record ComputedPages(ComputedView view, ApplicationKind kind, JsonCodec codec) {
    /** The most objects that one request computes. */
    static final int MOST_OBJECTS = 50;

    /** The most questions to the authorizer in one request. */
    static final int MOST_QUESTIONS = 100;

    /** The objects have no versions, so every list has this one. */
    static final ResourceVersion VERSION = new ResourceVersion(1);

    /**
     * Returns a page.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException BadRequest if the continue token is malformed; Expired if the
     *     user may not read the object in it
     */
    ApplicationPage page(ListRequest request, UserInfo user) {
        PagePosition position = PagePosition.read(request.continueToken(), codec);
        Selection selection = request.selection();
        long limit = request.limit() > 0 ? Math.min(request.limit(), MOST_OBJECTS) : MOST_OBJECTS;
        ComputedView.Reading reading = view.reading(user);
        requireReadable(position.after(), reading);
        List<ServedApplication> page = new ArrayList<>();
        boolean isFirst = true;
        for (ObjectMeta next : sorted(request.namespace(), position)) {
            if (!isFirst && (page.size() >= limit || reading.questions() >= MOST_QUESTIONS)) {
                return page(page, position);
            }
            isFirst = false;
            position = new PagePosition(position.after(), position.passed() + 1);
            if (selection.test(served(new Application(kind.gvk(), next, null, JsonObject.EMPTY)))
                    && reading.mayRead(next.namespacedName())) {
                try {
                    page.add(served(reading.computed(next)));
                } catch (ApiException e) {
                    if (e.error() instanceof ApiError.NotFound) {
                        // It was deleted after the list was read.
                        continue;
                    }
                    // The objects before this one fill the memory of the request.
                    if (page.isEmpty() || !isForLaterAttempt(e)) {
                        throw e;
                    }
                    return page(page, new PagePosition(position.after(), position.passed() - 1));
                }
                position = new PagePosition(next.namespacedName(), 0);
            }
        }
        return new ApplicationPage(VERSION.toString(), page, "", null);
    }

    /**
     * Rejects a token with the name of an object that the user may not read. Such a token is forged, or a right was withdrawn.
     * Otherwise, the objects after any name could be counted, which reveals the names of hidden ones.
     */
    private static void requireReadable(NamespacedName after, ComputedView.Reading reading) {
        if (!after.name().isEmpty() && !reading.mayRead(after)) {
            throw new ApiException(ApiError.expired("the continue parameter is no longer valid; begin a new list"));
        }
    }

    private static boolean isForLaterAttempt(ApiException e) {
        return Status.of(e.error()).code() == StatusReason.TOO_MANY_REQUESTS.code();
    }

    private List<ObjectMeta> sorted(String namespace, PagePosition position) {
        List<ObjectMeta> all =
                position.equals(PagePosition.START) ? view.all(namespace) : view.allForLaterPage(namespace);
        return all.stream()
                .filter(object -> position.isBefore(object.namespacedName()))
                .sorted(Comparator.comparing(ObjectMeta::namespacedName))
                .skip(position.passed())
                .toList();
    }

    private static ApplicationPage page(List<ServedApplication> items, PagePosition position) {
        return new ApplicationPage(VERSION.toString(), items, position.token(), null);
    }

    private ServedApplication served(Application object) {
        return new StoredApplication(kind, object, codec).served();
    }
}
