package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Set;

/**
 * Reconstructs the template of a release that has no record of the template. Reads the managed fields of the release: a
 * part that only Chartroom owns came from a template. A part with another owner was set by that client on purpose.
 */
final class TemplateOwnership {
    private static final Set<String> OURS =
            Set.of(ReleaseConverter.FIELD_MANAGER, ReleaseConverter.ROLLOUT_MANAGER, ReleaseConverter.ADOPTION_MANAGER);

    private final ApplicationKind kind;
    private final List<JsonObject> owners;

    private TemplateOwnership(ApplicationKind kind, JsonObject release) {
        this.kind = kind;
        this.owners = release.objectOrEmpty("metadata").arrayOrEmpty("managedFields").objects().stream()
                .filter(entry -> entry.stringOrEmpty("subresource").isEmpty())
                .toList();
    }

    /**
     * Returns the template that the release was presumably created from.
     *
     * @param desired the current template; also used as the old template for parts that another client set
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

    /**
     * Returns whether only Chartroom owns a part. A missing part is treated as owned by Chartroom, because the old
     * template did not have it.
     */
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

    /** Returns whether the part is a label or annotation that belongs to the object, identifies it, or is a request. */
    private boolean isOfTheObject(ReleasePart part) {
        String key = part.names().getFirst();
        return part.parent().getFirst().equals("metadata")
                && (ReleaseLabels.isOfTheObject(kind.group(), key)
                        || part.parent().contains("annotations") && ReconcileRequests.isRequest(key));
    }
}
