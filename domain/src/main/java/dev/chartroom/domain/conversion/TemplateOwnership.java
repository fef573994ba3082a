package dev.chartroom.domain.conversion;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Set;

/**
 * What the template said of a release that has no record of it, told by the managed fields of the release: what
 * Chartroom was the last to set there came from a template, and everything else somebody set on purpose.
 */
final class TemplateOwnership {
    private static final Set<String> OURS = Set.of(ReleaseConverter.FIELD_MANAGER, ReleaseConverter.ROLLOUT_MANAGER);

    private final ApplicationKind kind;
    private final List<JsonObject> owners;

    private TemplateOwnership(ApplicationKind kind, JsonObject release) {
        this.kind = kind;
        this.owners = release.objectOrEmpty("metadata").arrayOrEmpty("managedFields").objects().stream()
                .filter(entry -> entry.stringOrEmpty("subresource").isEmpty())
                .toList();
    }

    /**
     * What has to be taken for the template that the release was made from.
     *
     * @param desired what the template says now; it is taken to have said so all along of what somebody else set
     */
    static JsonObject template(ApplicationKind kind, JsonObject release, JsonObject desired) {
        TemplateOwnership ownership = new TemplateOwnership(kind, release);
        JsonObject template = JsonObject.EMPTY;
        for (ReleasePart part : ReleasePart.of(desired, release)) {
            JsonObject live = part.in(release);
            template = part.replaced(template, ownership.isOurs(part, live) ? live : part.in(desired));
        }
        return template;
    }

    /** What is not there nobody took away: the template did not say it yet. */
    private boolean isOurs(ReleasePart part, JsonObject live) {
        return !isOfTheObject(part) && live.names().stream().allMatch(name -> isOurs(part.parent(), name));
    }

    private boolean isOurs(List<String> parent, String name) {
        List<String> managers = owners.stream()
                .filter(entry -> owns(entry.objectOrEmpty("fieldsV1"), parent, name))
                .map(entry -> entry.stringOrEmpty("manager"))
                .toList();
        return !managers.isEmpty() && OURS.containsAll(managers);
    }

    private static boolean owns(JsonObject fields, List<String> parent, String name) {
        JsonObject holder = fields;
        for (String element : parent) {
            holder = holder.objectOrEmpty("f:" + element);
        }
        return holder.has("f:" + name);
    }

    /** A label or annotation that is the object's own, or says which one the release is. */
    private boolean isOfTheObject(ReleasePart part) {
        return part.parent().getFirst().equals("metadata")
                && ReleaseLabels.isOfTheObject(kind.group(), part.names().getFirst());
    }
}
