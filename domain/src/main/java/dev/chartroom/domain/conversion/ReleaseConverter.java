package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.Optional;

/**
 * Converts between the two views of one object: an Application and the Flux HelmRelease that stores it.
 *
 * <p>The Application owns the release's {@code spec.values}, except for keys that begin with {@code _} and fields that
 * the kind's schema does not have. It owns the labels and annotations that begin with {@code <group>-}, the
 * {@link ReconcileRequests}, and the finalizers and owner references that were set through the Application. An update
 * leaves everything else as it is.
 */
public final class ReleaseConverter {
    /** The field manager of Chartroom's writes to releases. */
    public static final String FIELD_MANAGER = "chartroom";

    /** The field manager of rollouts, which update releases to a changed definition. */
    public static final String ROLLOUT_MANAGER = "chartroom-rollout";

    /** The field manager of adoptions, which label existing releases and create releases for what Helm installed. */
    public static final String ADOPTION_MANAGER = "chartroom-adopt";

    public static final String API_VERSION = "helm.toolkit.fluxcd.io/v2";
    public static final String KIND = "HelmRelease";

    private ReleaseConverter() {}

    /**
     * Returns the release to create for an Application.
     *
     * @param application the Application with name and namespace. Its status and server-owned fields such as uid and
     *     resource version are ignored
     */
    public static JsonObject newRelease(ApplicationKind kind, Application application) {
        return NewRelease.of(kind, application);
    }

    /**
     * Returns the live release after replacing the fields that the Application owns. Everything else, including the
     * resource version, is unchanged. Equal to the live release if the Application is unchanged.
     */
    public static JsonObject updatedRelease(ApplicationKind kind, JsonObject liveRelease, Application application) {
        return updatedRelease(kind, liveRelease, application, ReleaseAnnotations::replaced);
    }

    /** Works like {@link #updatedRelease}, for the release of an object in another store. */
    static JsonObject projectedRelease(ApplicationKind kind, JsonObject liveRelease, Application application) {
        return updatedRelease(kind, liveRelease, application, ReleaseAnnotations::projected);
    }

    private static JsonObject updatedRelease(
            ApplicationKind kind,
            JsonObject liveRelease,
            Application application,
            ReleaseAnnotations.Replacement annotations) {
        JsonObject liveMetadata = liveRelease.objectOrEmpty("metadata");
        JsonObject liveSpec = liveRelease.objectOrEmpty("spec");
        JsonObject metadata = metadata(kind, liveMetadata, application.metadata(), annotations);
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
     * Returns the Application that a release stores.
     *
     * @throws IllegalArgumentException if the release's metadata is not that of a Kubernetes object
     */
    public static Application toApplication(ApplicationKind kind, JsonObject release) {
        return ReleaseView.of(kind, release);
    }

    /**
     * Returns the spec that an Application with these values of a release has; empty if the Application does not show all
     * of them.
     */
    public static Optional<JsonObject> specOfValues(ApplicationKind kind, JsonObject values) {
        return Optional.ofNullable(HiddenValues.without(kind.schema(), values)).filter(values::equals);
    }

    /** Returns whether a release has the identity labels of the kind, and a name that begins with the kind's prefix. */
    public static boolean isOf(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        JsonObject labels = metadata.objectOrEmpty("labels");
        return isNamedAsOf(kind, release)
                && labels.stringOrEmpty(ReleaseLabels.kindLabel(kind.group()))
                        .equals(kind.names().kind())
                && labels.stringOrEmpty(ReleaseLabels.groupLabel(kind.group())).equals(kind.group());
    }

    /** Returns the kind in a release's label; empty if the release has no such label. */
    public static String kindOf(String group, JsonObject release) {
        return release.objectOrEmpty("metadata").objectOrEmpty("labels").stringOrEmpty(ReleaseLabels.kindLabel(group));
    }

    /** Returns whether a release's name begins with the prefix of the kind and is longer than the prefix. */
    public static boolean isNamedAsOf(ApplicationKind kind, JsonObject release) {
        return isNamedAsOf(kind, release.objectOrEmpty("metadata").stringOrEmpty("name"));
    }

    /** Returns whether the name of a release begins with the prefix of the kind and is longer than the prefix. */
    public static boolean isNamedAsOf(ApplicationKind kind, String name) {
        String prefix = kind.release().prefix();
        return name.length() > prefix.length() && name.startsWith(prefix);
    }

    /**
     * Returns false if a release's label names another Application than the release's name does. Cozystack's root
     * tenant is such a release: it can be read and changed, but Cozystack refuses to delete it.
     */
    public static boolean isLabelledWithItsName(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return metadata.objectOrEmpty("labels")
                .string(ReleaseLabels.nameLabel(kind.group()))
                .map(name -> kind.release().releaseName(name).equals(metadata.stringOrEmpty("name")))
                .orElse(true);
    }

    /** Returns a release without the finalizers that its Application shows. The finalizers of other clients stay. */
    public static JsonObject withoutFinalizers(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return release.with("metadata", SharedList.FINALIZERS.replaced(kind.group(), metadata, JsonArray.EMPTY));
    }

    /** Returns whether a release is suspended. Flux neither reconciles nor uninstalls a suspended release. */
    public static boolean isSuspended(JsonObject release) {
        return ReleaseReadiness.isSuspended(release);
    }

    /** Returns a suspended release; the given release if it is already suspended. */
    public static JsonObject suspended(JsonObject release) {
        return isSuspended(release)
                ? release
                : release.with("spec", release.objectOrEmpty("spec").with("suspend", JsonBoolean.TRUE));
    }

    /** Returns a release that is not suspended; the given release if it is not suspended already. */
    public static JsonObject resumed(JsonObject release) {
        return isSuspended(release)
                ? release.with("spec", release.objectOrEmpty("spec").without("suspend"))
                : release;
    }

    static JsonObject withSharedLists(String group, JsonObject metadata, ObjectMeta application) {
        JsonObject finalized =
                SharedList.FINALIZERS.replaced(group, metadata, JsonArray.ofStrings(application.finalizers()));
        return SharedList.OWNER_REFERENCES.replaced(group, finalized, application.ownerReferences());
    }

    /**
     * Returns an object with a new value of a member. If the value is empty, the member is removed, as in Kubernetes.
     */
    static JsonObject withMember(JsonObject object, String name, JsonObject value) {
        if (value.isEmpty()) {
            return object.objectOrEmpty(name).isEmpty() ? object : object.without(name);
        }
        return object.with(name, value);
    }

    private static JsonObject metadata(
            ApplicationKind kind, JsonObject live, ObjectMeta application, ReleaseAnnotations.Replacement annotations) {
        String group = kind.group();
        JsonObject labels = ReleaseLabels.replaced(group, live.objectOrEmpty("labels"), application.labels());
        JsonObject annotated = annotations.replaced(kind, live.objectOrEmpty("annotations"), application.annotations());
        JsonObject metadata = withMember(withMember(live, "labels", labels), "annotations", annotated);
        return withSharedLists(group, GeneratedName.replaced(kind, metadata, application.generateName()), application);
    }
}
