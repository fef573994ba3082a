package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.ChangedValues;
import dev.chartroom.domain.release.LastSetter;
import dev.chartroom.domain.release.RecordedRevisions;
import dev.chartroom.domain.subresource.HelmRevisions;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.release.HelmRecords;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows the revisions of the release in Helm, newest first, from the status that Flux writes. If the definition asks for
 * it, also shows which fields of the spec changed in each revision, from the records of Helm. The object's managed fields
 * tell who last set each field.
 */
public record ReleaseHistory(ReleaseDirectory releases, HelmRecords records) implements ApplicationView {
    private static final List<TableColumn> COLUMNS = List.of(
            new TableColumn("Revision", "string", "name", "Number of the revision in Helm.", 0),
            new TableColumn("Updated", "string", "", "When Helm last deployed the revision.", 0),
            new TableColumn("Status", "string", "", "Status of the revision in Helm.", 0),
            new TableColumn("Chart", "string", "", "Name and version of the chart.", 0),
            new TableColumn("App Version", "string", "", "Version of the application in the chart.", 0),
            new TableColumn("Changed", "string", "", "Fields of the spec that changed in the revision.", 1));

    @Override
    public ViewedApplication of(ApplicationKind kind, NamespacedName name, UserInfo user) {
        JsonObject release = RecordedRelease.helmRelease(releases, kind, name);
        ServerCapacity.current().ifPresent(share -> share.acquireTurn(release));
        List<JsonObject> revisions = kind.subresources().comparesRevisions()
                ? compared(kind.stored(), release, HelmRevisions.of(release))
                : HelmRevisions.of(release);
        JsonObject object = RecordedRelease.content(Subresource.HISTORY, kind, name)
                .put("revisions", new JsonArray(List.copyOf(revisions)))
                .put(
                        "fields",
                        fields(ReleaseConverter.toApplication(kind, release)
                                .metadata()
                                .managedFields()))
                .build();
        return new ViewedApplication(
                object, COLUMNS, revisions.stream().map(ReleaseHistory::row).toList());
    }

    /** Returns who last set each field of the spec. */
    static JsonArray fields(JsonArray managedFields) {
        return new JsonArray(LastSetter.of(managedFields).stream()
                .<JsonValue>map(setter -> JsonObject.builder()
                        .put("path", setter.path())
                        .put("manager", setter.manager())
                        .put("operation", setter.operation())
                        .putIfPresent("time", setter.time())
                        .build())
                .toList());
    }

    private static List<JsonValue> row(JsonObject revision) {
        JsonObject chart = revision.objectOrEmpty("chart");
        return List.of(
                new JsonString(String.valueOf(revision.get("revision"))),
                new JsonString(revision.stringOrEmpty("lastDeployed")),
                new JsonString(revision.stringOrEmpty("status")),
                new JsonString(chart.stringOrEmpty("name") + "-" + chart.stringOrEmpty("version")),
                new JsonString(chart.stringOrEmpty("appVersion")),
                new JsonString(
                        String.join(", ", revision.arrayOrEmpty("changed").strings())));
    }

    /**
     * Adds the changed fields to each revision whose predecessor Helm has recorded, too. Adds none if values come from
     * Secrets: a user could guess such a value in the spec, and see from the next revision whether it was right.
     */
    private List<JsonObject> compared(ApplicationKind stored, JsonObject release, List<JsonObject> revisions) {
        Optional<RecordedRevisions> recorded =
                RecordedRelease.hasOtherValues(release) ? Optional.empty() : RecordedRevisions.of(release);
        if (recorded.isEmpty()) {
            return revisions;
        }
        Map<Long, JsonObject> values = new HashMap<>();
        for (long revision : recorded.get().revisions()) {
            RecordedRelease.record(records, recorded.get().release(), revision)
                    .ifPresent(record -> values.put(revision, record.values()));
        }
        return revisions.stream()
                .map(revision -> {
                    long number = HelmRevisions.number(revision);
                    JsonObject after = values.get(number);
                    JsonObject before = values.get(number - 1);
                    return before == null || after == null
                            ? revision
                            : revision.with(
                                    "changed",
                                    JsonArray.ofStrings(ChangedValues.between(before, after, stored.schema()).stream()
                                            .map(ChangedValues.Path::toString)
                                            .toList()));
                })
                .toList();
    }
}
