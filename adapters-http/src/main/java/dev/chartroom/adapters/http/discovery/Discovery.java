package dev.chartroom.adapters.http.discovery;

import jakarta.json.bind.annotation.JsonbPropertyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents of legacy discovery (wire contract A1 to A4), aggregated discovery (A5) and version (A11). */
final class Discovery {
    private Discovery() {}

    @JsonbPropertyOrder({"kind", "apiVersion", "groups"})
    public record ApiGroupList(String kind, String apiVersion, List<ApiGroup> groups) {
        ApiGroupList(List<ApiGroup> groups) {
            this("APIGroupList", "v1", groups);
        }
    }

    /** The versions of the core group: in {@code /api}, and nowhere else. */
    @JsonbPropertyOrder({"kind", "versions", "serverAddressByClientCIDRs"})
    public record ApiVersions(String kind, List<String> versions, List<ServerAddress> serverAddressByClientCIDRs) {
        ApiVersions(List<String> versions) {
            this("APIVersions", versions, List.of(new ServerAddress("0.0.0.0/0", "")));
        }
    }

    /** Where clients reach the server; an empty address for where they did. */
    @JsonbPropertyOrder({"clientCIDR", "serverAddress"})
    public record ServerAddress(String clientCIDR, String serverAddress) {}

    /** A group: in a list it carries neither kind nor apiVersion. */
    @JsonbPropertyOrder({"kind", "apiVersion", "name", "versions", "preferredVersion"})
    public record ApiGroup(
            @Nullable String kind,
            @Nullable String apiVersion,
            String name,
            List<Version> versions,
            Version preferredVersion) {

        ApiGroup alone() {
            return new ApiGroup("APIGroup", "v1", name, versions, preferredVersion);
        }
    }

    @JsonbPropertyOrder({"groupVersion", "version"})
    public record Version(String groupVersion, String version) {}

    @JsonbPropertyOrder({"kind", "apiVersion", "groupVersion", "resources"})
    public record ApiResourceList(String kind, String apiVersion, String groupVersion, List<ApiResource> resources) {
        ApiResourceList(String groupVersion, List<ApiResource> resources) {
            this("APIResourceList", "v1", groupVersion, resources);
        }
    }

    @JsonbPropertyOrder({
        "name",
        "singularName",
        "namespaced",
        "kind",
        "verbs",
        "shortNames",
        "categories",
        "storageVersionHash"
    })
    public record ApiResource(
            String name,
            String singularName,
            boolean namespaced,
            String kind,
            List<String> verbs,
            @Nullable List<String> shortNames,
            @Nullable List<String> categories,
            @Nullable String storageVersionHash) {}

    @JsonbPropertyOrder({"kind", "apiVersion", "metadata", "items"})
    public record ApiGroupDiscoveryList(
            String kind, String apiVersion, Metadata metadata, List<ApiGroupDiscovery> items) {
        ApiGroupDiscoveryList(String version, List<ApiGroupDiscovery> items) {
            this("APIGroupDiscoveryList", "apidiscovery.k8s.io/" + version, new Metadata(null), items);
        }
    }

    public record Metadata(@Nullable String name) {}

    @JsonbPropertyOrder({"metadata", "versions"})
    public record ApiGroupDiscovery(Metadata metadata, List<ApiVersionDiscovery> versions) {}

    @JsonbPropertyOrder({"version", "resources", "freshness"})
    public record ApiVersionDiscovery(String version, List<ApiResourceDiscovery> resources, String freshness) {}

    @JsonbPropertyOrder({
        "resource",
        "responseKind",
        "scope",
        "singularResource",
        "verbs",
        "shortNames",
        "categories",
        "subresources"
    })
    public record ApiResourceDiscovery(
            String resource,
            ResponseKind responseKind,
            String scope,
            String singularResource,
            List<String> verbs,
            @Nullable List<String> shortNames,
            @Nullable List<String> categories,
            List<ApiSubresourceDiscovery> subresources) {}

    @JsonbPropertyOrder({"subresource", "responseKind", "verbs"})
    public record ApiSubresourceDiscovery(String subresource, ResponseKind responseKind, List<String> verbs) {}

    @JsonbPropertyOrder({"group", "version", "kind"})
    public record ResponseKind(String group, String version, String kind) {}

    /** What {@code /version} says. Kubernetes' own versions are the level of the API that is spoken. */
    @JsonbPropertyOrder({
        "major",
        "minor",
        "gitVersion",
        "gitCommit",
        "gitTreeState",
        "buildDate",
        "goVersion",
        "compiler",
        "platform"
    })
    public record VersionInfo(
            String major,
            String minor,
            String gitVersion,
            String gitCommit,
            String gitTreeState,
            String buildDate,
            String goVersion,
            String compiler,
            String platform) {}
}
