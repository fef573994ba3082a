package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.patch.HiddenMembers;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.core.write.ObjectEdit;
import dev.chartroom.core.write.WriteRequest;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.ChangedValues;
import dev.chartroom.domain.release.HelmRecord;
import dev.chartroom.domain.release.RecordedRevisions;
import dev.chartroom.ports.release.HelmRecords;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.List;

/**
 * Makes the spec of an earlier revision the spec of an object, as an ordinary update of the object. Helm records values
 * without their source. So a revision is refused if the release has values from Secrets or ConfigMaps, or if the revision
 * has values that the object does not show.
 */
public record ReleaseRollback(ReleaseDirectory releases, HelmRecords records, ApplicationWriter writer) {
    private static final int MOST_WARNINGS = 20;
    /** The most characters of a value in a warning. */
    private static final int MOST_TEXT = 80;

    /** A change that replaces the spec. */
    private record EarlierSpec(JsonObject spec) implements ObjectEdit {
        @Override
        public JsonValue apply(JsonObject object, HiddenMembers hidden) {
            return object.with("spec", spec);
        }

        @Override
        public JsonObject mergedSpec() {
            return JsonObject.EMPTY;
        }

        @Override
        public List<String> strictErrors() {
            return List.of();
        }
    }

    /**
     * Rolls an object back. A dry run warns of each field of the spec that would change.
     *
     * @param mayRead whether the user may get the object; otherwise the warnings name fields, but not their values
     * @return the object after the update
     * @throws ApiException NotFound if the object or its release does not exist; Conflict if the revision cannot become
     *     the spec; an error of {@link HelmRecords#find} or of {@link ApplicationWriter#patch}
     */
    public StoredApplication to(
            long revision, ApplicationKind kind, NamespacedName name, boolean mayRead, WriteRequest request) {
        ApplicationKind stored = kind.stored();
        JsonObject release = RecordedRelease.helmRelease(releases, stored, name);
        if (RecordedRelease.hasOtherValues(release)) {
            throw RecordedRelease.conflict(
                    kind,
                    name,
                    "its release has values from Secrets or ConfigMaps (valuesFrom), which are part of earlier revisions");
        }
        HelmRecord record = RecordedRevisions.of(release)
                .filter(recorded -> recorded.revisions().contains(revision))
                .flatMap(recorded -> RecordedRelease.record(records, recorded.release(), revision))
                .orElseThrow(() -> RecordedRelease.conflict(kind, name, "its history has no revision " + revision));
        JsonObject spec = ReleaseConverter.specOfValues(stored, record.values())
                .orElseThrow(() -> RecordedRelease.conflict(
                        kind, name, "revision " + revision + " has values that are not part of the spec of this kind"));
        if (request.options().dryRun()) {
            JsonObject current = release.objectOrEmpty("spec").objectOrEmpty("values");
            warnings(current, spec, stored, mayRead)
                    .forEach(warning -> request.context().notes().warn(warning));
        }
        // An update in another version would keep the stored values that this version cannot express.
        return writer.patch(stored, name, new EarlierSpec(spec), request).in(kind);
    }

    private static List<String> warnings(JsonObject current, JsonObject spec, ApplicationKind kind, boolean mayRead) {
        JsonObject before = masked(current, kind);
        JsonObject after = masked(spec, kind);
        return ChangedValues.between(current, spec, kind.schema()).stream()
                .limit(MOST_WARNINGS)
                .map(path -> path + " would change"
                        + (mayRead ? " from " + text(path, before) + " to " + text(path, after) : ""))
                .toList();
    }

    /** Returns an object with a spec whose sensitive values are masked. */
    private static JsonObject masked(JsonObject spec, ApplicationKind kind) {
        return kind.valueMask().applyToBody(JsonObject.of("spec", spec)) instanceof JsonObject object
                ? object
                : JsonObject.EMPTY;
    }

    private static String text(ChangedValues.Path path, JsonObject object) {
        JsonValue value = path.in(object);
        String text = value == null ? "nothing" : value.toString();
        return text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + "...";
    }
}
