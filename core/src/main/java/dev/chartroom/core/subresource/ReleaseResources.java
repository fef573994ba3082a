package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.HelmOwner;
import dev.chartroom.domain.release.HelmRecord;
import dev.chartroom.domain.release.ObjectReadiness;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ClusterObjects;
import dev.chartroom.ports.release.ClusterResources;
import dev.chartroom.ports.release.HelmRecords;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows the objects of a release in the cluster and their readiness: those in the manifest that Helm has recorded, and
 * those that these own. Labels have no effect, because other users can set them. Objects in another namespace, or in none,
 * are shown only to a user who may get them. Objects of related kinds are shown to a user who may list them.
 */
public record ReleaseResources(
        ReleaseDirectory releases,
        HelmRecords records,
        ClusterResources resources,
        ClusterObjects objects,
        Authorizer authorizer,
        JsonCodec codec,
        InstantSource clock)
        implements ApplicationView {
    /** The most objects of a manifest that are read. */
    private static final int MOST_OBJECTS = 200;

    private static final List<TableColumn> COLUMNS = List.of(
            new TableColumn("Name", "string", "name", "Name of the object.", 0),
            new TableColumn("Kind", "string", "", "Kind of the object.", 0),
            new TableColumn("Status", "string", "", "Whether the object has reached its desired state.", 0),
            new TableColumn("Created", "date", "", "When the object was created.", 0),
            new TableColumn("Owner", "string", "", "Object of the release that owns the object.", 0),
            new TableColumn("Message", "string", "", "Why the object has not reached its desired state.", 1));

    @Override
    public ViewedApplication of(ApplicationKind kind, NamespacedName name, UserInfo user) {
        RecordedRelease release = RecordedRelease.read(releases, records, kind, name);
        HelmRecord record = release.record();
        ReadableObjects readable = new ReadableObjects(user, authorizer, resources);
        List<Shown> shown = new ArrayList<>();
        OwnedObjects owned = new OwnedObjects(objects, name.namespace());
        for (JsonObject manifest : ManifestObjects.of(record.manifest(), codec)) {
            ReadableObjects.Reference reference = readable.reference(manifest, name.namespace());
            boolean isOwn = reference.namespace().equals(name.namespace());
            if (shown.size() >= MOST_OBJECTS || !isOwn && !readable.mayGet(reference)) {
                continue;
            }
            Shown installed = installed(reference, readable, release.id());
            shown.add(installed);
            if (isOwn) { // an object of another release has no uid here
                owned.of(installed.object()).forEach(each -> shown.add(shown(each.object(), each.owner())));
            }
        }
        RelatedObjects related = RelatedObjects.of(
                kind.subresources().related(), readable, objects, release.id().name(), name.namespace());
        related.objects().forEach(each -> shown.add(shown(each, "").asRelated()));
        owned.unreadable().forEach(each -> shown.add(unlisted(each)));
        related.unreadable().forEach(each -> shown.add(unlisted(each).asRelated()));
        return new ViewedApplication(
                RecordedRelease.content(Subresource.RESOURCES, kind, name)
                        .put("revision", record.revision())
                        .put(
                                "resources",
                                new JsonArray(shown.stream()
                                        .<JsonValue>map(Shown::json)
                                        .toList()))
                        .put("create", new JsonArray(List.copyOf(related.templates())))
                        .build(),
                COLUMNS,
                shown.stream().map(Shown::row).toList());
    }

    private Shown installed(ReadableObjects.Reference reference, ReadableObjects readable, NamespacedName release) {
        ClusterObjects.Result result = readable.resource(reference)
                .filter(resource -> !isSecret(reference))
                .map(resource -> objects.get(
                        GroupVersion.parse(reference.apiVersion()),
                        resource.plural(),
                        reference.namespace(),
                        reference.name()))
                .orElseGet(() -> isSecret(reference)
                        ? new ClusterObjects.Result.Unreadable()
                        : new ClusterObjects.Result.Missing());
        JsonObject named = JsonObject.builder()
                .put("apiVersion", reference.apiVersion())
                .put("kind", reference.kind())
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", reference.name())
                                .putIfPresent("namespace", reference.namespace())
                                .build())
                .build();
        return switch (result) {
            case ClusterObjects.Result.Found(JsonObject object) ->
                HelmOwner.isOf(release, object)
                        ? shown(
                                object.with("apiVersion", new JsonString(reference.apiVersion()))
                                        .with("kind", new JsonString(reference.kind())),
                                "")
                        : new Shown(
                                named,
                                new ObjectReadiness(
                                        ObjectReadiness.State.UNKNOWN, "the object does not belong to the release"),
                                "",
                                false);
            case ClusterObjects.Result.Missing() ->
                new Shown(
                        named,
                        new ObjectReadiness(ObjectReadiness.State.NOT_FOUND, "the cluster has no such object"),
                        "",
                        false);
            case ClusterObjects.Result.Unreadable() ->
                new Shown(
                        named,
                        new ObjectReadiness(
                                ObjectReadiness.State.UNKNOWN,
                                "the server does not read this kind, or has no permission to"),
                        "",
                        false);
        };
    }

    /** Returns an entry for objects that the server may not list. Without it, there would seem to be none. */
    private static Shown unlisted(JsonObject kind) {
        return new Shown(
                kind.with("metadata", JsonObject.of("name", new JsonString("*"))),
                new ObjectReadiness(ObjectReadiness.State.UNKNOWN, "the server has no permission to list this kind"),
                "",
                false);
    }

    /** Returns whether an object is a Secret. The server reads none except the records of Helm. */
    private static boolean isSecret(ReadableObjects.Reference reference) {
        return reference.kind().equals("Secret") && reference.apiVersion().equals("v1");
    }

    private Shown shown(JsonObject object, String owner) {
        return new Shown(object, ObjectReadiness.of(object, clock.instant()), owner, false);
    }

    /**
     * @param owner the kind and name of the owner; empty for other objects
     * @param isRelated whether the object is of a related kind, and not part of the release
     */
    private record Shown(JsonObject object, ObjectReadiness readiness, String owner, boolean isRelated) {
        Shown asRelated() {
            return new Shown(object, readiness, owner, true);
        }

        JsonObject json() {
            JsonObject metadata = object.objectOrEmpty("metadata");
            return JsonObject.builder()
                    .put("apiVersion", object.stringOrEmpty("apiVersion"))
                    .put("kind", object.stringOrEmpty("kind"))
                    .put("name", metadata.stringOrEmpty("name"))
                    .putIfPresent("namespace", metadata.stringOrEmpty("namespace"))
                    .put("status", readiness.state().text())
                    .putIfPresent("message", readiness.message())
                    .putIfPresent("created", metadata.stringOrEmpty("creationTimestamp"))
                    .putIfPresent("owner", owner)
                    .putIfPresent("related", isRelated ? JsonBoolean.of(true) : null)
                    .build();
        }

        List<JsonValue> row() {
            JsonObject metadata = object.objectOrEmpty("metadata");
            return List.of(
                    new JsonString(metadata.stringOrEmpty("name")),
                    new JsonString(object.stringOrEmpty("kind")),
                    new JsonString(readiness.state().text()),
                    new JsonString(metadata.stringOrEmpty("creationTimestamp")),
                    new JsonString(owner),
                    new JsonString(readiness.message()));
        }
    }
}
