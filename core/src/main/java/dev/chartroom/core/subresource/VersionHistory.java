package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.ChangedValues;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationVersions;
import dev.chartroom.ports.storage.ApplicationVersions.Version;
import dev.chartroom.ports.storage.StoredApplication;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shows the generations of an object without a release, newest first, from the versions that its store keeps. If the
 * definition asks for it, also shows which fields of the spec changed in each generation. The object's managed fields tell
 * who last set each field.
 */
public record VersionHistory(ApplicationStore store, ApplicationVersions versions, FairShares reads)
        implements ApplicationView {
    /** The reads at the same time. Each can make the database read some megabytes. */
    private static final int READS = 4;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The most generations that are shown. */
    static final int MOST_REVISIONS = 20;

    private static final List<TableColumn> COLUMNS = List.of(
            new TableColumn("Revision", "string", "name", "Generation of the object.", 0),
            new TableColumn("Updated", "string", "", "When the spec was written.", 0),
            new TableColumn("Changed", "string", "", "Fields of the spec that changed in the revision.", 0));

    public VersionHistory(ApplicationStore store, ApplicationVersions versions) {
        this(store, versions, new FairShares(READS));
    }

    @Override
    public ViewedApplication of(ApplicationKind kind, NamespacedName name, UserInfo user) {
        ApplicationKind stored = kind.stored();
        StoredApplication current = store.find(stored, name)
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(kind.groupResource(), name.name())));
        // One more, which the oldest shown generation is compared with.
        List<Version> known;
        try (Permit _ =
                reads.take(FairShares.sharer(user), RequestDeadline.current().remainingUpTo(PATIENCE))) {
            known = versions.generations(stored, name, MOST_REVISIONS + 1);
        }
        List<JsonObject> revisions = new ArrayList<>();
        for (int i = 0; i < Math.min(known.size(), MOST_REVISIONS); i++) {
            JsonObject revision = revision(known.get(i));
            revisions.add(
                    i + 1 < known.size() && kind.subresources().comparesRevisions()
                            ? revision.with("changed", changed(known.get(i + 1), known.get(i), stored))
                            : revision);
        }
        return new ViewedApplication(
                RecordedRelease.content(Subresource.HISTORY, kind, name)
                        .put("revisions", new JsonArray(List.copyOf(revisions)))
                        .put("fields", ReleaseHistory.fields(current.metadata().managedFields()))
                        .build(),
                COLUMNS,
                revisions.stream().map(VersionHistory::row).toList());
    }

    private static JsonObject revision(Version version) {
        ObjectMeta metadata = version.application().metadata();
        Optional<Instant> created =
                metadata.generation() == 1 ? Optional.ofNullable(metadata.creationTimestamp()) : Optional.empty();
        return JsonObject.builder()
                .put("revision", metadata.generation())
                .put("resourceVersion", metadata.resourceVersion())
                .putIfPresent(
                        "updated",
                        version.time()
                                .or(() -> created)
                                .map(time ->
                                        time.truncatedTo(ChronoUnit.SECONDS).toString())
                                .orElse(""))
                .build();
    }

    private static JsonArray changed(Version before, Version after, ApplicationKind stored) {
        return JsonArray.ofStrings(
                ChangedValues.between(spec(before.application()), spec(after.application()), stored.schema()).stream()
                        .map(ChangedValues.Path::toString)
                        .toList());
    }

    private static JsonObject spec(Application application) {
        return application.spec() == null ? JsonObject.EMPTY : application.spec();
    }

    private static List<JsonValue> row(JsonObject revision) {
        return List.of(
                new JsonString(String.valueOf(revision.get("revision"))),
                new JsonString(revision.stringOrEmpty("updated")),
                new JsonString(
                        String.join(", ", revision.arrayOrEmpty("changed").strings())));
    }
}
