package dev.chartroom.adapters.postgres;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.limit.ServerCapacity;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads pages of the objects of a kind, as they are or as they were (wire contract D35). */
final class PageReader {
    /** A list says how many objects follow where these are not more. */
    private static final long COUNTED = 10_000;

    private static final long CHUNK = 1_000;

    private final Database database;
    private final RowReader rows;
    private final boolean counts;

    /** @param counts whether a page says how many objects follow, which costs more than the page where they are many */
    PageReader(Database database, RowReader rows, boolean counts) {
        this.database = database;
        this.rows = rows;
        this.counts = counts;
    }

    /**
     * The page that a request asks for.
     *
     * @param token where it starts; null for the first
     * @param revision of the state; {@link Long#MAX_VALUE} for the latest
     * @param expired what is thrown where that state is forgotten
     */
    ApplicationPage page(
            ApplicationKind kind,
            ListRequest request,
            @Nullable ContinueToken token,
            long revision,
            Supplier<ApiException> expired) {
        Selection selection = request.selection();
        // A list of any state is given whole.
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
                ContinueToken.after(last, state).text(),
                counts && request.hasNoSelector()
                        ? remaining(kind, KeyRange.of(request.namespace()).after(last), state)
                        : null);
    }

    private @Nullable Long remaining(ApplicationKind kind, KeyRange keys, long state) {
        long counted = database.read(kind, session -> session.states().count(kind, keys, state, COUNTED + 1));
        return counted > COUNTED ? null : Long.valueOf(counted);
    }
}
