package dev.chartroom.domain.conversion;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;

/**
 * The two views of one object: an Application and the Flux HelmRelease that stores it.
 *
 * <p>The Application owns the release's {@code spec.values} but for the keys that begin with {@code _} and what its schema
 * does not know, the labels and
 * annotations that begin with {@code <group>-}, and those finalizers and owner references that were set through it.
 * Everything else is of somebody else, and an update leaves it as it is.
 */
public final class ReleaseConverter {
    /** As which field manager Chartroom writes releases. */
    public static final String FIELD_MANAGER = "chartroom";

    /** As which one it updates releases of which a definition asks that they follow it. */
    public static final String ROLLOUT_MANAGER = "chartroom-rollout";

    public static final String API_VERSION = "helm.toolkit.fluxcd.io/v2";
    public static final String KIND = "HelmRelease";

    private ReleaseConverter() {}

    /**
     * The release to create for an Application.
     *
     * @param application with name and namespace; its uid, resource version and other server-owned fields and its status
     *     are not used
     */
    public static JsonObject newRelease(ApplicationKind kind, Application application) {
        return NewRelease.of(kind, application);
    }

    /**
     * The live release with what the Application owns replaced; everything else, the resource version included, as it
     * is. Equal to the live release where the Application is what it shows.
     */
    public static JsonObject updatedRelease(ApplicationKind kind, JsonObject liveRelease, Application application) {
        JsonObject liveMetadata = liveRelease.objectOrEmpty("metadata");
        JsonObject liveSpec = liveRelease.objectOrEmpty("spec");
        JsonObject metadata = metadata(kind, liveMetadata, application.metadata());
        JsonObject spec = HiddenValues.replaced(kind.schema(), liveSpec, application.spec());
        JsonArray managers = application.metadata().managedFields();
        if (metadata.equals(liveMetadata)
                && spec.equals(liveSpec)
                && RecordedManagers.shown(kind, liveMetadata).equals(managers)) {
            return liveRelease;
        }
        metadata = RecordedManagers.recorded(kind, metadata, managers);
        JsonObject labels = ReleaseLabels.identified(
                kind, metadata.objectOrEmpty("labels"), application.metadata().name());
        return withMember(liveRelease.with("metadata", withMember(metadata, "labels", labels)), "spec", spec);
    }

    /**
     * The Application that a release is.
     *
     * @throws IllegalArgumentException where the release's metadata is not a Kubernetes object's
     */
    public static Application toApplication(ApplicationKind kind, JsonObject release) {
        return ReleaseView.of(kind, release);
    }

    /** True where a release is an Application of the kind: by its identity labels and the prefix of its name. */
    public static boolean isOf(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        JsonObject labels = metadata.objectOrEmpty("labels");
        return isNamedAsOf(kind, release)
                && labels.stringOrEmpty(ReleaseLabels.kindLabel(kind.group()))
                        .equals(kind.names().kind())
                && labels.stringOrEmpty(ReleaseLabels.groupLabel(kind.group())).equals(kind.group());
    }

    /** The kind that the label of a release names; empty where none does. */
    public static String kindOf(String group, JsonObject release) {
        return release.objectOrEmpty("metadata").objectOrEmpty("labels").stringOrEmpty(ReleaseLabels.kindLabel(group));
    }

    /** True where a release has a name that one of the kind has. */
    public static boolean isNamedAsOf(ApplicationKind kind, JsonObject release) {
        return isNamedAsOf(kind, release.objectOrEmpty("metadata").stringOrEmpty("name"));
    }

    /** True for the name of a release that one of the kind has. */
    public static boolean isNamedAsOf(ApplicationKind kind, String name) {
        String prefix = kind.release().prefix();
        return name.length() > prefix.length() && name.startsWith(prefix);
    }

    /**
     * True unless a release's label names another Application than its own name does. Cozystack's root tenant is such a
     * release: it can be read and changed, but Cozystack refuses to delete it.
     */
    public static boolean isLabelledWithItsName(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return metadata.objectOrEmpty("labels")
                .string(ReleaseLabels.nameLabel(kind.group()))
                .map(name -> kind.release().releaseName(name).equals(metadata.stringOrEmpty("name")))
                .orElse(true);
    }

    /** A release without the finalizers that its Application shows: whoever else's it waits for, not for those. */
    public static JsonObject withoutFinalizers(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return release.with("metadata", SharedList.FINALIZERS.replaced(kind.group(), metadata, JsonArray.EMPTY));
    }

    static JsonObject withSharedLists(String group, JsonObject metadata, ObjectMeta application) {
        JsonObject finalized =
                SharedList.FINALIZERS.replaced(group, metadata, JsonArray.ofStrings(application.finalizers()));
        return SharedList.OWNER_REFERENCES.replaced(group, finalized, application.ownerReferences());
    }

    /** An object with a member set; without it where it became empty, as Kubernetes has it. */
    static JsonObject withMember(JsonObject object, String name, JsonObject value) {
        if (value.isEmpty()) {
            return object.objectOrEmpty(name).isEmpty() ? object : object.without(name);
        }
        return object.with(name, value);
    }

    private static JsonObject metadata(ApplicationKind kind, JsonObject live, ObjectMeta application) {
        String group = kind.group();
        JsonObject labels = ReleaseLabels.replaced(group, live.objectOrEmpty("labels"), application.labels());
        JsonObject annotations =
                ReleaseLabels.replaced(group, live.objectOrEmpty("annotations"), application.annotations());
        JsonObject metadata = withMember(withMember(live, "labels", labels), "annotations", annotations);
        return withSharedLists(group, GeneratedName.replaced(kind, metadata, application.generateName()), application);
    }
}
