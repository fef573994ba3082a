package dev.chartroom.core.catalogue;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.evolution.ObjectChange;
import dev.chartroom.domain.evolution.ObjectComparison;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.function.Consumer;

/** Determines the effect of a changed definition on existing objects. Changes nothing. */
public final class ObjectSurvey {
    /** The page size of kubectl. */
    private static final long PAGE = 500;

    private final ApplicationStore store;
    private final JsonCodec codec;

    /** @param codec the codec, which must be able to read the store's encoding */
    public ObjectSurvey(ApplicationStore store, JsonCodec codec) {
        this.store = store;
        this.codec = codec;
    }

    /**
     * Compares all objects, page by page, in list order. All pages come from the same state.
     *
     * @param found an action that receives the result for each object
     * @throws dev.chartroom.apimachinery.status.ApiException if the objects cannot be listed, or the state has expired
     */
    public void compare(ObjectComparison comparison, Consumer<ObjectChange> found) {
        ApplicationKind kind = comparison.everything();
        ListRequest request = ListRequest.all("").withLimit(PAGE);
        String token = "";
        do {
            ApplicationPage page = store.list(kind, token.isEmpty() ? request : request.withContinue(token));
            page.items().forEach(item -> found.accept(change(comparison, item)));
            token = page.continueToken();
        } while (!token.isEmpty());
    }

    private ObjectChange change(ObjectComparison comparison, ServedApplication object) {
        JsonObject spec = codec.parse(object.json()) instanceof JsonObject json
                ? json.object("spec").orElse(null)
                : null;
        return comparison.of(object.namespacedName(), spec);
    }
}
