package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The API paths of releases. */
final class ReleasePaths {
    private static final String ROOT = "/apis/helm.toolkit.fluxcd.io/v2";

    private ReleasePaths() {}

    /** @param namespace empty for all namespaces */
    static String collection(String namespace) {
        return namespace.isEmpty()
                ? ROOT + "/helmreleases"
                : ROOT + "/namespaces/" + segment(namespace) + "/helmreleases";
    }

    static String of(ApplicationKind kind, NamespacedName name) {
        return of(new NamespacedName(name.namespace(), kind.release().releaseName(name.name())));
    }

    /** @param release the name of the release itself */
    static String of(NamespacedName release) {
        return collection(release.namespace()) + "/" + segment(release.name());
    }

    private static String segment(String text) {
        // A server would resolve dots and decode an escaped slash. Then the path would address another resource.
        if (text.isEmpty() || text.equals(".") || text.equals("..") || text.contains("/") || text.contains("%")) {
            throw ApiException.badRequest("\"" + text + "\" is not a name");
        }
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
