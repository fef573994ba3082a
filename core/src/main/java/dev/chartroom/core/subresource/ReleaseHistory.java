package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.HelmRevisions;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.util.List;

/** Shows the revisions of the release in Helm, newest first, from the status that Flux writes. */
public record ReleaseHistory(ReleaseDirectory releases) implements ApplicationView {
    private static final List<TableColumn> COLUMNS = List.of(
            new TableColumn("Revision", "string", "name", "Number of the revision in Helm.", 0),
            new TableColumn("Updated", "string", "", "When Helm last deployed the revision.", 0),
            new TableColumn("Status", "string", "", "Status of the revision in Helm.", 0),
            new TableColumn("Chart", "string", "", "Name and version of the chart.", 0),
            new TableColumn("App Version", "string", "", "Version of the application in the chart.", 0));

    @Override
    public ViewedApplication of(ApplicationKind kind, NamespacedName name, UserInfo user) {
        JsonObject release = releases.find(kind, name)
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(kind.groupResource(), name.name())));
        ServerCapacity.current().ifPresent(share -> share.acquireTurn(release));
        List<JsonObject> revisions = HelmRevisions.of(release);
        JsonObject object = JsonObject.builder()
                .put("kind", Subresource.HISTORY.responseKind(kind.gvk()).kind())
                .put("apiVersion", Subresource.HISTORY.responseKind(kind.gvk()).apiVersion())
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", name.name())
                                .put("namespace", name.namespace())
                                .build())
                .put("revisions", new JsonArray(List.copyOf(revisions)))
                .build();
        return new ViewedApplication(
                object, COLUMNS, revisions.stream().map(ReleaseHistory::row).toList());
    }

    private static List<JsonValue> row(JsonObject revision) {
        JsonObject chart = revision.objectOrEmpty("chart");
        return List.of(
                new JsonString(String.valueOf(revision.get("revision"))),
                new JsonString(revision.stringOrEmpty("lastDeployed")),
                new JsonString(revision.stringOrEmpty("status")),
                new JsonString(chart.stringOrEmpty("name") + "-" + chart.stringOrEmpty("version")),
                new JsonString(chart.stringOrEmpty("appVersion")));
    }
}
