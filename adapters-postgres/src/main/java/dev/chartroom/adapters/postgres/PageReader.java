package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Database;
import dev.chartroom.adapters.postgres.database.KeyRange;
import dev.chartroom.adapters.postgres.database.Row;
import dev.chartroom.adapters.postgres.database.StateStatements;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads pages of the objects of a kind, in the latest or an earlier state (wire contract D35). */
final class PageReader {
    /** The largest number of remaining objects that a page reports. */
    private static final long COUNTED = 10_000;

    private static final long CHUNK = 1_000;

    private final Database database;
    private final RowReader rows;
    private final boolean counts;

    /**
     * @param counts whether a page reports how many objects remain; for many objects, counting costs more than the page
     */
    PageReader(Database database, RowReader rows, boolean counts) {
        this.database = database;
        this.rows = rows;
        this.counts = counts;
    }

    /**
     * Returns the requested page.
     *
     * @param token where the page starts; null for the first page
     * @param revision the revision of the state; {@link Long#MAX_VALUE} for the latest state
     * @param expired provides the exception if that state is forgotten
     */
    ApplicationPage page(
            ApplicationKind kind,
            ListRequest request,
            @Nullable ContinueToken token,
            long revision,
            Supplier<ApiException> expired) {
        Selection selection = request.selection();
        // resourceVersion=0 ignores the limit, as in a kube-apiserver.
        long limit = request.resourceVersion().equals("0") ? 0 : request.limit();
        KeyRange keys = KeyRange.of(request.namespace());
        if (token != null) {
            keys = keys.startingAt(token.start());
        }
        long chunk = limit > 0 && request.hasNoSelector() ? Math.min(limit, CHUNK - 1) + 1 : CHUNK;
        long state = revision;
        List<ServedApplication> items = new ArrayList<>();
        while (true) {
            StateStatements.Page read = read(kind, keys, state, chunk);
            state = Math.min(state, read.latest());
            if (state < read.compacted()) {
                throw expired.get();
            }
            NamespacedName last = null;
            for (Row row : read.rows()) {
                if (limit > 0 && items.size() == limit) {
                    return cut(kind, request, items, state);
                }
                ServedApplication object = rows.object(kind, row).served();
                last = object.namespacedName();
                if (selection.test(object)) {
                    items.add(object);
                }
            }
            if (last == null || read.rows().size() < chunk) {
                return new ApplicationPage(Long.toString(state), items, "", null);
            }
            keys = keys.after(last);
        }
    }

    private StateStatements.Page read(ApplicationKind kind, KeyRange keys, long state, long limit) {
        StateStatements.Page page =
                database.read(kind, session -> session.states().page(kind, keys, state, limit));
        int bytes = page.rows().stream().mapToInt(row -> row.object().length).sum();
        ServerCapacity.current().ifPresent(share -> share.take(bytes));
        return page;
    }

    private ApplicationPage cut(ApplicationKind kind, ListRequest request, List<ServedApplication> items, long state) {
        NamespacedName last = items.getLast().namespacedName();
        return new ApplicationPage(
                Long.toString(state),
                items,
                ContinueToken.after(last, new ResourceVersion(state)).text(),
                counts && request.hasNoSelector()
                        ? remaining(kind, KeyRange.of(request.namespace()).after(last), state)
                        : null);
    }

    private @Nullable Long remaining(ApplicationKind kind, KeyRange keys, long state) {
        long counted = database.read(kind, session -> session.states().count(kind, keys, state, COUNTED + 1));
        return counted > COUNTED ? null : Long.valueOf(counted);
    }
}
