package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.HelmRecord;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.release.HelmRecords;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.util.List;

/**
 * Shows the notes that the chart prints after an installation. Charts print passwords there, so the right on the
 * subresource is the right to see them.
 */
public record ReleaseNotes(ReleaseDirectory releases, HelmRecords records) implements ApplicationView {
    private static final List<TableColumn> COLUMNS =
            List.of(new TableColumn("Notes", "string", "name", "A line of the notes.", 0));

    @Override
    public ViewedApplication of(ApplicationKind kind, NamespacedName name, UserInfo user) {
        HelmRecord record = RecordedRelease.read(releases, records, kind, name).record();
        return new ViewedApplication(
                RecordedRelease.content(Subresource.NOTES, kind, name)
                        .put("revision", record.revision())
                        .put("notes", record.notes())
                        .build(),
                COLUMNS,
                record.notes()
                        .lines()
                        .map(line -> List.<JsonValue>of(new JsonString(line)))
                        .toList());
    }
}
