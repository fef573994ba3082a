package dev.chartroom.adapters.http.metrics;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.Subresource;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The metric labels of a request: those of the kube-apiserver, in its order (wire contract I3). Only the names of
 * served resources become label values, so clients cannot create an unlimited number of them.
 */
record RequestLabels(
        String verb, String dryRun, String group, String version, String resource, String subresource, String scope) {
    static final List<String> NAMES =
            List.of("verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component");
    /** The names of metrics for which upstream has no label for dry runs. */
    static final List<String> NAMES_WITHOUT_DRY_RUN =
            NAMES.stream().filter(name -> !name.equals("dry_run")).toList();

    private static final String COMPONENT = "apiserver";
    private static final Set<String> VERBS =
            Set.of("GET", "LIST", "WATCH", "POST", "PUT", "PATCH", "APPLY", "DELETE", "DELETECOLLECTION");
    private static final String STATUS = "status";

    static RequestLabels of(RequestInfo info, boolean apply, boolean dryRun, KindCatalogue catalogue) {
        return switch (info) {
            case RequestInfo.NonResource other -> ofPath(other.verb().toUpperCase(Locale.ROOT));
            case RequestInfo.Resource resource -> {
                String verb = verb(resource.verb(), apply);
                yield catalogue
                        .registry()
                        .find(resource.group(), resource.version(), resource.resource())
                        .map(kind -> new RequestLabels(
                                verb,
                                dryRun ? "All" : "",
                                resource.group(),
                                resource.version(),
                                resource.resource(),
                                hasSubresource(kind, resource.subresource()) ? resource.subresource() : "",
                                scope(resource)))
                        .orElseGet(() -> ofPath(verb));
            }
        };
    }

    private static boolean hasSubresource(ApplicationKind kind, String name) {
        return name.equals(STATUS)
                || Subresource.of(name).filter(kind.subresources()::has).isPresent();
    }

    /** Returns the labels of a request that is not for a served resource. */
    static RequestLabels ofPath(String verb) {
        return new RequestLabels(VERBS.contains(verb) ? verb : "other", "", "", "", "", "", "");
    }

    private static String verb(String verb, boolean apply) {
        return switch (verb) {
            case "get" -> "GET";
            case "list" -> "LIST";
            case "watch" -> "WATCH";
            case "create" -> "POST";
            case "update" -> "PUT";
            case "patch" -> apply ? "APPLY" : "PATCH";
            case "delete" -> "DELETE";
            case "deletecollection" -> "DELETECOLLECTION";
            default -> "other";
        };
    }

    private static String scope(RequestInfo.Resource info) {
        if (!info.name().isEmpty() || info.verb().equals("create")) {
            return "resource";
        }
        return info.namespace().isEmpty() ? "cluster" : "namespace";
    }

    /** Returns whether upstream measures the sizes of responses to such requests. */
    boolean hasSize() {
        return !resource.isEmpty() && (verb.equals("GET") || verb.equals("LIST"));
    }

    /** Returns the verb of a request with a body as upstream names it in the metric of its size; empty if it has none. */
    String verbOfBody() {
        return resource.isEmpty()
                ? ""
                : switch (verb) {
                    case "POST" -> "create";
                    case "PUT" -> "update";
                    case "PATCH", "APPLY" -> "patch";
                    case "DELETE" -> "delete";
                    case "DELETECOLLECTION" -> "delete_collection";
                    default -> "";
                };
    }

    /** Returns the values in the order of {@link #NAMES}. */
    List<String> values() {
        return List.of(verb, dryRun, group, version, resource, subresource, scope, COMPONENT);
    }

    /** Returns the values in the order of {@link #NAMES_WITHOUT_DRY_RUN}. */
    List<String> valuesWithoutDryRun() {
        return List.of(verb, group, version, resource, subresource, scope, COMPONENT);
    }
}
