package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.GroupVersionKind;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Subresource;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Names definitions. A kind's definition has the name that the definition of a custom resource would have. In the core
 * group, it has the name that the kube-apiserver uses.
 */
final class Definitions {
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";

    private static final String CORE = "io.k8s.api.core.";

    static final String API_GROUP = META + "APIGroup";
    static final String API_RESOURCE_LIST = META + "APIResourceList";
    static final String DELETE_OPTIONS = META + "DeleteOptions";
    static final String LIST_META = META + "ListMeta";
    static final String OBJECT_META = META + "ObjectMeta";
    static final String PATCH = META + "Patch";
    static final String STATUS = META + "Status";
    static final String SCALE = "io.k8s.api.autoscaling.v1.Scale";
    /** A text instead of an object, which has no definition. */
    static final String TEXT = "string";

    private static final String RECONCILE_OPTIONS = "dev.chartroom.v1alpha1.ReconcileOptions";
    private static final String ROLLBACK_OPTIONS = "dev.chartroom.v1alpha1.RollbackOptions";

    private Definitions() {}

    static String of(ApplicationKind kind) {
        return of(kind.groupVersion(), kind.names().kind());
    }

    static String listOf(ApplicationKind kind) {
        return of(kind.groupVersion(), kind.names().listKind());
    }

    /** Returns the definition of the answer of a subresource. */
    static String ofAnswer(Subresource subresource, ApplicationKind kind) {
        return switch (subresource.type()) {
            case SCALE -> SCALE;
            case ACTION -> of(kind);
            case VIEW -> ofView(subresource, kind);
            case STREAM -> TEXT;
        };
    }

    /** Returns the definition of the body of an action; empty if the body has no fields. */
    static Optional<String> ofOptions(Subresource action) {
        return switch (action) {
            case RECONCILE -> Optional.of(RECONCILE_OPTIONS);
            case ROLLBACK -> Optional.of(ROLLBACK_OPTIONS);
            case SCALE,
                    SUSPEND,
                    RESUME,
                    RESTART,
                    HISTORY,
                    VALUES,
                    RESOURCES,
                    ACCESS,
                    CREDENTIALS,
                    MANIFEST,
                    NOTES,
                    LOG -> Optional.empty();
        };
    }

    /** Returns the definition of what a read-only subresource shows. */
    static String ofView(Subresource view, ApplicationKind kind) {
        GroupVersionKind shown = view.responseKind(kind.gvk());
        return of(new GroupVersion(shown.group(), shown.version()), shown.kind());
    }

    private static String of(GroupVersion groupVersion, String kind) {
        if (groupVersion.group().isEmpty()) {
            return CORE + groupVersion.version() + "." + kind;
        }
        List<String> labels = Arrays.asList(groupVersion.group().split("\\."));
        Collections.reverse(labels);
        return String.join(".", labels) + "." + groupVersion.version() + "." + kind;
    }
}
