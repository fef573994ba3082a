package dev.chartroom.adapters.http.discovery;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.GroupVersionKind;
import dev.chartroom.apimachinery.meta.Scope;
import dev.chartroom.domain.builtin.BuiltInKinds;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.subresource.Subresource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Legacy discovery (wire contract A1 to A4), aggregated discovery (A5) and version (A11). Members have the order in
 * which the kube-apiserver writes them.
 */
final class DiscoveryDocuments {
    private static final JsonArray STATUS_VERBS = JsonArray.ofStrings(List.of("get", "patch", "update"));

    private DiscoveryDocuments() {}

    /** Returns {@code /apis}. */
    static JsonObject groupList(List<GroupVersion> all) {
        return document("APIGroupList", "v1")
                .put("groups", new JsonArray(List.copyOf(groups(all).values())))
                .build();
    }

    /** Returns {@code /apis/G} of each group, by its name. */
    static Map<String, JsonObject> documentsOfGroups(List<GroupVersion> all) {
        Map<String, JsonObject> documents = new LinkedHashMap<>();
        groups(all)
                .forEach((name, group) -> documents.put(
                        name, document("APIGroup", "v1").putAll(group).build()));
        return documents;
    }

    /** Returns {@code /api}: the versions of the core group, which {@code /apis} leaves out. */
    static JsonObject coreVersions(List<GroupVersion> all) {
        JsonObject anywhere = JsonObject.builder()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", "")
                .build();
        return JsonObject.builder()
                .put("kind", "APIVersions")
                .put(
                        "versions",
                        JsonArray.ofStrings(
                                ofCore(all, true).map(GroupVersion::version).toList()))
                .put("serverAddressByClientCIDRs", JsonArray.of(anywhere))
                .build();
    }

    /** Returns {@code /apis/G/V}. */
    static JsonObject resources(GroupVersion gv, List<ApplicationKind> kinds) {
        return document("APIResourceList", "v1")
                .put("groupVersion", gv.toString())
                .put(
                        "resources",
                        JsonArray.of(kinds.stream()
                                .flatMap(DiscoveryDocuments::withSubresources)
                                .toArray(JsonValue[]::new)))
                .build();
    }

    /** Returns a group version's part of {@link #aggregated}. */
    static JsonObject aggregatedVersion(GroupVersion gv, List<ApplicationKind> kinds) {
        return JsonObject.builder()
                .put("version", gv.version())
                .put(
                        "resources",
                        JsonArray.of(kinds.stream()
                                .map(DiscoveryDocuments::aggregatedResource)
                                .toArray(JsonValue[]::new)))
                .put("freshness", "Current")
                .build();
    }

    /**
     * Returns {@code /apis} or {@code /api} as aggregated discovery.
     *
     * @param version the version of aggregated discovery
     * @param core true for the core group, false for all others
     * @param encoded returns the encoded {@link #aggregatedVersion} of a group version
     */
    static String aggregated(
            String version, boolean core, List<GroupVersion> all, Function<GroupVersion, String> encoded) {
        Map<String, List<GroupVersion>> groups = ofCore(all, core)
                .collect(Collectors.groupingBy(GroupVersion::group, LinkedHashMap::new, Collectors.toList()));
        String head =
                "{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/%s\",\"metadata\":{},\"items\":["
                        .formatted(version);
        return groups.entrySet().stream()
                .map(group -> group.getValue().stream()
                        .map(encoded)
                        .collect(Collectors.joining(
                                ",", "{\"metadata\":" + nameOf(group.getKey()) + ",\"versions\":[", "]}")))
                .collect(Collectors.joining(",", head, "]}"));
    }

    /**
     * Returns {@code /version}, with the version of this program and not a version of Kubernetes.
     *
     * @param version the version of this program, such as {@code v0.1.0}
     */
    static JsonObject version(String version) {
        String[] numbers = version.replaceFirst("^v", "").split("\\.", -1);
        return JsonObject.builder()
                .put("major", numbers[0])
                .put("minor", numbers.length > 1 ? numbers[1] : "0")
                .put("gitVersion", version)
                .put("gitCommit", "")
                .put("gitTreeState", "")
                .put("buildDate", "")
                .put("goVersion", "")
                .put("compiler", "javac")
                .put("platform", System.getProperty("os.name") + "/" + System.getProperty("os.arch"))
                .build();
    }

    private static JsonObject.Builder document(String kind, String apiVersion) {
        return JsonObject.builder().put("kind", kind).put("apiVersion", apiVersion);
    }

    private static JsonObject nameOf(String group) {
        return group.isEmpty() ? JsonObject.EMPTY : JsonObject.of("name", new JsonString(group));
    }

    /** Returns each group by its name, without kind and apiVersion, as in a list. */
    private static Map<String, JsonObject> groups(List<GroupVersion> all) {
        Map<String, List<JsonObject>> versions = ofCore(all, false)
                .collect(Collectors.groupingBy(
                        GroupVersion::group,
                        LinkedHashMap::new,
                        Collectors.mapping(
                                gv -> JsonObject.builder()
                                        .put("groupVersion", gv.toString())
                                        .put("version", gv.version())
                                        .build(),
                                Collectors.toList())));
        Map<String, JsonObject> groups = new LinkedHashMap<>();
        versions.forEach((name, ofGroup) -> groups.put(
                name,
                JsonObject.builder()
                        .put("name", name)
                        .put("versions", new JsonArray(List.copyOf(ofGroup)))
                        .put("preferredVersion", ofGroup.getFirst())
                        .build()));
        return groups;
    }

    /**
     * Returns the group versions of the core group, or those of all other groups. No list of groups contains the core
     * group.
     */
    private static Stream<GroupVersion> ofCore(List<GroupVersion> all, boolean core) {
        return all.stream().filter(gv -> gv.group().isEmpty() == core);
    }

    private static JsonObject resource(ApplicationKind kind) {
        KindNames names = kind.names();
        return JsonObject.builder()
                .put("name", names.plural())
                .put("singularName", names.singular())
                .put("namespaced", isNamespaced(kind))
                .put("kind", names.kind())
                .put("verbs", JsonArray.ofStrings(kind.verbs()))
                .putIfPresent("shortNames", omitEmpty(names.shortNames()))
                .putIfPresent("categories", omitEmpty(names.categories()))
                .put("storageVersionHash", storageVersionHash(kind))
                .build();
    }

    /** Returns the status subresource. The list contains it as a separate resource (wire contract A10). */
    private static JsonObject status(ApplicationKind kind) {
        return JsonObject.builder()
                .put("name", kind.names().plural() + "/status")
                .put("singularName", "")
                .put("namespaced", isNamespaced(kind))
                .put("kind", kind.names().kind())
                .put("verbs", STATUS_VERBS)
                .build();
    }

    /** Returns a kind and its subresources, which the list contains as separate resources. */
    private static Stream<JsonObject> withSubresources(ApplicationKind kind) {
        return Stream.of(
                        Stream.of(resource(kind)),
                        BuiltInKinds.haveStatus(kind) ? Stream.of(status(kind)) : Stream.<JsonObject>empty(),
                        kind.subresources().declared().stream().map(subresource -> subresource(kind, subresource)))
                .flatMap(part -> part);
    }

    /** Returns a declared subresource. Its group and version are named only if they are not those of the kind. */
    private static JsonObject subresource(ApplicationKind kind, Subresource subresource) {
        GroupVersionKind answer = subresource.responseKind(kind.gvk());
        boolean isForeign = !answer.group().equals(kind.group());
        return JsonObject.builder()
                .put("name", kind.names().plural() + "/" + subresource.path())
                .put("singularName", "")
                .put("namespaced", isNamespaced(kind))
                .putIfPresent("group", isForeign ? answer.group() : "")
                .putIfPresent("version", isForeign ? answer.version() : "")
                .put("kind", answer.kind())
                .put("verbs", JsonArray.ofStrings(subresource.verbs()))
                .build();
    }

    private static JsonArray aggregatedSubresources(ApplicationKind kind) {
        List<JsonValue> all = new ArrayList<>();
        if (BuiltInKinds.haveStatus(kind)) {
            all.add(aggregatedSubresource("status", kind.gvk(), STATUS_VERBS));
        }
        kind.subresources()
                .declared()
                .forEach(subresource -> all.add(aggregatedSubresource(
                        subresource.path(),
                        subresource.responseKind(kind.gvk()),
                        JsonArray.ofStrings(subresource.verbs()))));
        return new JsonArray(all);
    }

    private static JsonObject aggregatedSubresource(String name, GroupVersionKind answer, JsonArray verbs) {
        return JsonObject.builder()
                .put("subresource", name)
                .put("responseKind", responseKind(answer))
                .put("verbs", verbs)
                .build();
    }

    private static JsonObject responseKind(GroupVersionKind gvk) {
        return JsonObject.builder()
                .put("group", gvk.group())
                .put("version", gvk.version())
                .put("kind", gvk.kind())
                .build();
    }

    private static JsonObject aggregatedResource(ApplicationKind kind) {
        KindNames names = kind.names();
        JsonArray subresources = aggregatedSubresources(kind);
        return JsonObject.builder()
                .put("resource", names.plural())
                .put("responseKind", responseKind(kind.gvk()))
                .put("scope", kind.scope().text())
                .put("singularResource", names.singular())
                .put("verbs", JsonArray.ofStrings(kind.verbs()))
                .putIfPresent("shortNames", omitEmpty(names.shortNames()))
                .putIfPresent("categories", omitEmpty(names.categories()))
                .putIfPresent("subresources", subresources.isEmpty() ? null : subresources)
                .build();
    }

    private static boolean isNamespaced(ApplicationKind kind) {
        return kind.scope() == Scope.NAMESPACED;
    }

    /** Returns a hash that changes with the stored version. Clients only compare it (wire contract A7). */
    private static String storageVersionHash(ApplicationKind kind) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((kind.group() + "/" + kind.stored().version() + "/"
                                    + kind.names().kind())
                            .getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(digest, 8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static @Nullable JsonArray omitEmpty(List<String> names) {
        return names.isEmpty() ? null : JsonArray.ofStrings(names);
    }
}
