package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the objects of a view that a user may read, in pages. A page ends early if the limit of objects or of questions to
 * the authorizer is reached, even if the client asked for no pages.
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
     * @throws dev.chartroom.apimachinery.status.ApiException BadRequest if the continue token is malformed
     */
    ApplicationPage page(ListRequest request, UserInfo user) {
        ContinueToken token =
                request.continueToken().isEmpty() ? null : ContinueToken.read(request.continueToken(), codec);
        Selection selection = request.selection();
        long limit = request.limit() > 0 ? Math.min(request.limit(), MOST_OBJECTS) : MOST_OBJECTS;
        ComputedView.Reading reading = view.reading(user);
        List<ObjectMeta> page = new ArrayList<>();
        @Nullable NamespacedName last = null;
        for (ObjectMeta next : sorted(request.namespace(), token)) {
            if (page.size() >= limit || reading.questions() >= MOST_QUESTIONS) {
                return page(
                        page,
                        last == null ? "" : ContinueToken.after(last, VERSION).text());
            }
            last = next.namespacedName();
            if (selection.test(served(next)) && reading.mayRead(last)) {
                page.add(next);
            }
        }
        return page(page, "");
    }

    private List<ObjectMeta> sorted(String namespace, @Nullable ContinueToken token) {
        return view.all(namespace).stream()
                .filter(object -> token == null || token.isBefore(object.namespacedName()))
                .sorted(Comparator.comparing(ObjectMeta::namespacedName))
                .toList();
    }

    private ApplicationPage page(List<ObjectMeta> objects, String next) {
        List<ServedApplication> items = view.computed(objects).stream()
                .map(object -> new StoredApplication(kind, object, codec).served())
                .toList();
        return new ApplicationPage(VERSION.toString(), items, next, null);
    }

    private ServedApplication served(ObjectMeta metadata) {
        return new StoredApplication(kind, new Application(kind.gvk(), metadata, null, JsonObject.EMPTY), codec)
                .served();
    }
}
