package dev.chartroom.bootstrap.manifests;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.domain.computed.CozystackKinds;
import dev.chartroom.domain.kind.ApplicationKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The objects that a cluster needs for kinds.
 *
 * @param served the served versions of the kinds, at least one
 */
public record KindManifests(List<ApplicationKind> served) {
    private static final String ROLES = "rbac.authorization.k8s.io";
    /** The name of the service account in {@code deploy/rbac.yaml}. */
    private static final String ACCOUNT = "chartroom";

    private static final String RIGHT = "chartroom-apiservices";

    public KindManifests {
        served = List.copyOf(served);
    }

    /**
     * The Service of the servers.
     *
     * @param authority the certificate authority of the serving certificate, in PEM; empty if the kube-apiserver trusts
     *     the certificate without it
     */
    public record Target(String namespace, String service, int port, String authority) {}

    /** Returns the group versions of the APIServices. */
    public List<GroupVersion> groupVersions() {
        return served.stream().map(ApplicationKind::groupVersion).distinct().toList();
    }

    /** Returns the APIServices, and the right of the servers to annotate these. */
    public List<JsonObject> registration(Target target) {
        List<GroupVersion> versions = groupVersions();
        List<JsonObject> objects = new ArrayList<>();
        versions.forEach(version -> objects.add(apiService(version, target)));
        JsonObject rule = JsonObject.builder()
                .put("apiGroups", JsonArray.ofStrings(List.of("apiregistration.k8s.io")))
                .put("resources", JsonArray.ofStrings(List.of("apiservices")))
                .put(
                        "resourceNames",
                        JsonArray.ofStrings(
                                versions.stream().map(KindManifests::name).toList()))
                .put("verbs", JsonArray.ofStrings(List.of("get", "update")))
                .build();
        objects.add(clusterRole(RIGHT, Map.of(), rule));
        objects.add(binding(target.namespace()));
        return objects;
    }

    /**
     * Returns the rights of users on the kinds of each group. The cluster adds these to its roles {@code view},
     * {@code edit} and {@code admin}. The kinds of Cozystack get none: a user who may view objects must not see every
     * TenantSecret, and Cozystack itself has roles for these kinds.
     */
    public List<JsonObject> userRoles() {
        Map<String, List<ApplicationKind>> groups = served.stream()
                .filter(kind -> !kind.group().equals(CozystackKinds.GROUP))
                .collect(Collectors.groupingBy(ApplicationKind::group, TreeMap::new, Collectors.toList()));
        List<JsonObject> objects = new ArrayList<>();
        groups.forEach((group, kinds) -> {
            userRole(group, kinds, "view", List.of("get", "list", "watch"), "view")
                    .ifPresent(objects::add);
            userRole(
                            group,
                            kinds,
                            "edit",
                            List.of("create", "update", "patch", "delete", "deletecollection"),
                            "edit",
                            "admin")
                    .ifPresent(objects::add);
        });
        return objects;
    }

    /** Returns the name of the APIService of {@code version}. */
    public static String name(GroupVersion version) {
        return version.version() + "." + version.group();
    }

    private static JsonObject apiService(GroupVersion version, Target target) {
        JsonObject.Builder spec = JsonObject.builder()
                .put("group", version.group())
                .put("version", version.version())
                .put("groupPriorityMinimum", 1000)
                .put("versionPriority", 15)
                .put(
                        "service",
                        JsonObject.builder()
                                .put("name", target.service())
                                .put("namespace", target.namespace())
                                .put("port", target.port())
                                .build());
        if (!target.authority().isEmpty()) {
            spec.put(
                    "caBundle",
                    Base64.getEncoder().encodeToString(target.authority().getBytes(StandardCharsets.UTF_8)));
        }
        return object("apiregistration.k8s.io/v1", "APIService", name(version), Map.of())
                .with("spec", spec.build());
    }

    /** Returns the right to some verbs on the kinds that have one of them; empty if there is no such kind. */
    private static Optional<JsonObject> userRole(
            String group, List<ApplicationKind> kinds, String name, List<String> verbs, String... aggregatedTo) {
        List<ApplicationKind> concerned = kinds.stream()
                .filter(kind -> verbs.stream().anyMatch(kind.verbs()::contains))
                .toList();
        if (concerned.isEmpty()) {
            return Optional.empty();
        }
        List<String> resources = concerned.stream()
                .map(kind -> kind.names().plural())
                .distinct()
                .sorted()
                .toList();
        Map<String, String> labels = new TreeMap<>();
        for (String role : aggregatedTo) {
            labels.put(ROLES + "/aggregate-to-" + role, "true");
        }
        JsonObject rule = JsonObject.builder()
                .put("apiGroups", JsonArray.ofStrings(List.of(group)))
                .put("resources", JsonArray.ofStrings(resources))
                .put(
                        "verbs",
                        JsonArray.ofStrings(verbs.stream()
                                .filter(verb -> concerned.stream()
                                        .anyMatch(kind -> kind.verbs().contains(verb)))
                                .toList()))
                .build();
        return Optional.of(clusterRole("chartroom:" + group + ":" + name, labels, rule));
    }

    private static JsonObject clusterRole(String name, Map<String, String> labels, JsonObject rule) {
        return object(ROLES + "/v1", "ClusterRole", name, labels).with("rules", JsonArray.of(rule));
    }

    private static JsonObject binding(String namespace) {
        JsonObject role = JsonObject.ofStrings(Map.of("apiGroup", ROLES, "kind", "ClusterRole", "name", RIGHT));
        JsonObject account =
                JsonObject.ofStrings(Map.of("kind", "ServiceAccount", "name", ACCOUNT, "namespace", namespace));
        return object(ROLES + "/v1", "ClusterRoleBinding", RIGHT, Map.of())
                .with("roleRef", role)
                .with("subjects", JsonArray.of(account));
    }

    private static JsonObject object(String apiVersion, String kind, String name, Map<String, String> labels) {
        JsonObject.Builder metadata = JsonObject.builder().put("name", name);
        if (!labels.isEmpty()) {
            metadata.put("labels", JsonObject.ofStrings(labels));
        }
        return JsonObject.builder()
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("metadata", metadata.build())
                .build();
    }
}
