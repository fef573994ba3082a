package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.HelmRecord;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ClusterResources;
import dev.chartroom.ports.release.HelmRecords;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows the objects that the chart made, as Helm has recorded them: each with its manifest only if the user may get the
 * object in the cluster, otherwise only its kind and name.
 */
public record ReleaseManifest(
        ReleaseDirectory releases,
        HelmRecords records,
        ClusterResources resources,
        Authorizer authorizer,
        JsonCodec codec)
        implements ApplicationView {
    private static final List<TableColumn> COLUMNS = List.of(
            new TableColumn("Name", "string", "name", "Name of the object.", 0),
            new TableColumn("Kind", "string", "", "Kind of the object.", 0),
            new TableColumn("API Version", "string", "", "API group and version of the object.", 0),
            new TableColumn("Namespace", "string", "", "Namespace of the object.", 0));

    @Override
    public ViewedApplication of(ApplicationKind kind, NamespacedName name, UserInfo user) {
        HelmRecord record = RecordedRelease.read(releases, records, kind, name).record();
        ReadableObjects readable = new ReadableObjects(user, authorizer, resources);
        List<JsonValue> objects = new ArrayList<>();
        List<List<JsonValue>> rows = new ArrayList<>();
        for (JsonObject manifest : ManifestObjects.of(record.manifest(), codec)) {
            ReadableObjects.Reference reference = readable.reference(manifest, name.namespace());
            objects.add(JsonObject.builder()
                    .put("apiVersion", reference.apiVersion())
                    .put("kind", reference.kind())
                    .put("name", reference.name())
                    .putIfPresent("namespace", reference.namespace())
                    .putIfPresent("manifest", readable.mayGet(reference) ? manifest : null)
                    .build());
            rows.add(List.of(
                    new JsonString(reference.name()),
                    new JsonString(reference.kind()),
                    new JsonString(reference.apiVersion()),
                    new JsonString(reference.namespace())));
        }
        return new ViewedApplication(
                RecordedRelease.content(Subresource.MANIFEST, kind, name)
                        .put("revision", record.revision())
                        .put("objects", new JsonArray(objects))
                        .build(),
                COLUMNS,
                rows);
    }
}
