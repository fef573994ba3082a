package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Database;
import dev.chartroom.adapters.postgres.database.KeyRange;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import dev.chartroom.ports.storage.ResourceVersions;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The feed of all objects of a group. The database's revision alone proves that a copy is the latest. */
final class PostgresApplicationListerWatcher implements ApplicationListerWatcher {
    /** The page size. {@link PageReader} reads one more row, 1000 in total, to detect whether another page follows. */
    private static final int PAGE = 999;

    private final Database database;
    private final Revisions revisions;
    private final RowReader rows;
    private final PageReader pages;
    private final Clock clock;

    PostgresApplicationListerWatcher(Database database, Revisions revisions, RowReader rows, Clock clock) {
        this.database = database;
        this.revisions = revisions;
        this.rows = rows;
        this.pages = new PageReader(database, rows, false);
        this.clock = clock;
    }

    /**
     * Lists one kind after the other in pages. A token contains the index of a kind and the token of a page of this
     * kind.
     */
    @Override
    public ApplicationPage list(List<ApplicationKind> kinds, String continueToken) {
        int separator = continueToken.indexOf(' ');
        int index = separator < 0 ? 0 : Integer.parseInt(continueToken.substring(0, separator));
        ContinueToken token = separator < 0 ? null : rows.token(continueToken.substring(separator + 1));
        ApplicationKind kind = kinds.get(index);
        ApplicationPage page = page(kind, token);
        String next = page.continueToken();
        if (next.isEmpty() && index + 1 < kinds.size()) {
            index++;
            next = ContinueToken.after("", page.version()).text();
        }
        return new ApplicationPage(
                page.resourceVersion(), page.items(), next.isEmpty() ? "" : index + " " + next, null);
    }

    private ApplicationPage page(ApplicationKind kind, @Nullable ContinueToken token) {
        ListRequest request = ListRequest.all("").withLimit(PAGE);
        return token == null
                ? pages.page(kind, request, null, Long.MAX_VALUE, ResourceVersions::listExpired)
                : pages.page(kind, request, token, token.resourceVersion(), token::expired);
    }

    /** Throws Invalid: the store has no watches with initial events. Callers list and watch instead. */
    @Override
    public WatchStream watchList(List<ApplicationKind> kinds) {
        throw new ApiException(new ApiError.Invalid(kinds.getFirst().gvk().groupKind(), "", List.of()));
    }

    @Override
    public Optional<ResourceVersion> latest(ApplicationKind kind) {
        long latest = database.read(kind, session -> session.history().latest());
        revisions.advanceTo(latest);
        return Optional.of(new ResourceVersion(latest));
    }

    /**
     * Without a label selector, runs one statement that reads no objects. With a label selector, reads the objects,
     * because only they contain the labels.
     */
    @Override
    public ObjectVersions versions(ApplicationKind kind, Selection selection) {
        if (!selection.labelSelector().requirements().isEmpty()) {
            return labelled(kind, selection);
        }
        ObjectVersions all =
                database.read(kind, session -> session.states().versions(kind, KeyRange.of(selection.namespace())));
        return selection.fieldSelector().requirements().isEmpty()
                ? all
                : new ObjectVersions(
                        all.resourceVersion(),
                        all.objects().stream()
                                .filter(object -> selection.fieldSelector().matches(object.name()))
                                .toList());
    }

    private ObjectVersions labelled(ApplicationKind kind, Selection selection) {
        ListRequest request = new ListRequest(
                selection.namespace(), selection.labelSelector(), selection.fieldSelector(), 0, "", "", "");
        ApplicationPage now = pages.page(kind, request, null, Long.MAX_VALUE, ResourceVersions::listExpired);
        return new ObjectVersions(
                now.version(),
                now.items().stream()
                        .map(object -> new ObjectVersion(object.namespacedName(), object.resourceVersion()))
                        .toList());
    }

    @Override
    public String continueToken(
            ApplicationKind kind, String namespace, ResourceVersion resourceVersion, NamespacedName last) {
        return ContinueToken.after(last, resourceVersion).text();
    }

    @Override
    public WatchStream watch(List<ApplicationKind> kinds, ResourceVersion resourceVersion) {
        return new PostgresWatch(
                new ChangeReader(database, rows, kinds),
                revisions,
                _ -> true,
                resourceVersion,
                List.of(),
                true,
                Duration.ZERO,
                clock);
    }
}
