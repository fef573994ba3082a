package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Database;
import dev.chartroom.adapters.postgres.database.HistoryStatements;
import dev.chartroom.adapters.postgres.database.Row;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.core.watch.Change;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ResourceVersions;
import dev.chartroom.ports.storage.ServedApplication;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the changes of several kinds of one group. */
final class ChangeReader {
    private final Database database;
    private final RowReader rows;
    private final ApplicationKind first;
    private final Map<String, ApplicationKind> kinds;

    /** @param kinds at least one */
    ChangeReader(Database database, RowReader rows, List<ApplicationKind> kinds) {
        this.database = database;
        this.rows = rows;
        this.first = kinds.getFirst();
        this.kinds = kinds.stream()
                .collect(Collectors.toUnmodifiableMap(kind -> kind.names().plural(), Function.identity()));
    }

    /**
     * A batch of changes.
     *
     * @param reached the revision up to which the batch is complete
     */
    record Batch(long reached, List<Change> changes) {}

    /**
     * Returns the changes after one revision, up to and including another.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException Expired if some of these changes are forgotten or were lost
     */
    Batch between(long after, long until) {
        HistoryStatements.Changes read = database.readChanges(
                first, session -> session.history().changes(first.group(), List.copyOf(kinds.keySet()), after, until));
        // A caller can start after the latest revision only if the database has lost the caller's revision.
        if (after < read.compacted() || after > read.latest()) {
            throw ResourceVersions.watchExpired(new ResourceVersion(after), new ResourceVersion(read.compacted()));
        }
        return new Batch(read.reached(), read.rows().stream().map(this::change).toList());
    }

    private Change change(HistoryStatements.ChangeRow row) {
        ApplicationKind kind = Objects.requireNonNull(kinds.get(row.resource()));
        return new Change(row.revision(), served(kind, row.before()), served(kind, row.after()));
    }

    private @Nullable ServedApplication served(ApplicationKind kind, @Nullable Row row) {
        return row == null ? null : rows.object(kind, row).served();
    }
}
