package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Database;
import dev.chartroom.adapters.postgres.database.VersionStatements.VersionRow;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationVersions;
import java.util.List;

/** The versions that compaction has not removed yet. */
final class PostgresApplicationVersions implements ApplicationVersions {
    private final Database database;
    private final RowReader rows;

    PostgresApplicationVersions(Database database, RowReader rows) {
        this.database = database;
        this.rows = rows;
    }

    @Override
    public List<Version> generations(ApplicationKind kind, NamespacedName name, int limit) {
        List<VersionRow> read =
                database.read(kind, session -> session.versions().generations(kind, name, limit));
        // Each of the versions can be as large as an object may be.
        read.forEach(version -> ServerCapacity.current()
                .ifPresent(share -> share.take(version.row().object().length)));
        return read.stream()
                .map(version -> new Version(rows.object(kind, version.row()).application(), version.time()))
                .toList();
    }
}
