package dev.chartroom.adapters.http.console;

import java.util.Set;
import java.util.regex.Pattern;

/** The few requests of a kube-apiserver's own API that the console needs. All others stay on this server. */
final class AllowedClusterRequest {
    private static final String NAME = "[a-z0-9][a-z0-9.-]{0,252}";
    private static final Pattern READS = Pattern.compile("/api/v1/namespaces(/" + NAME + ")?"
            + "|/api/v1(/namespaces/" + NAME + ")?/events"
            + "|/apis/events\\.k8s\\.io/v1(/namespaces/" + NAME + ")?/events"
            // Custom resources of the cluster, with the conditions of each definition.
            + "|/apis/chartroom\\.dev/v1alpha1/kinddefinitions(/" + NAME + ")?");
    private static final Set<String> REVIEWS = Set.of(
            "/apis/authentication.k8s.io/v1/selfsubjectreviews",
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews");

    private AllowedClusterRequest() {}

    /** @param path as sent, without the query. A path with escaped characters is not allowed */
    static boolean matches(String method, String path) {
        return switch (method) {
            case "GET" -> READS.matcher(path).matches();
            case "POST" -> REVIEWS.contains(path);
            default -> false;
        };
    }
}
