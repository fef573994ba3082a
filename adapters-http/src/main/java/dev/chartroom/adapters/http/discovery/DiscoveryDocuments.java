package dev.chartroom.adapters.http.discovery;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.meta.GroupVersion;
import dev.chartroom.domain.meta.Scope;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds the discovery documents of a snapshot of kinds. */
final class DiscoveryDocuments {
    private static final List<String> STATUS_VERBS = List.of("get", "patch", "update");

    private final KindRegistry registry;

    DiscoveryDocuments(KindRegistry registry) {
        this.registry = registry;
    }

    List<Discovery.ApiGroup> groups() {
        Map<String, List<Discovery.Version>> versions = new LinkedHashMap<>();
        for (GroupVersion gv : groupVersions(false)) {
            versions.computeIfAbsent(gv.group(), _ -> new ArrayList<>())
                    .add(new Discovery.Version(gv.toString(), gv.version()));
        }
        List<Discovery.ApiGroup> groups = new ArrayList<>();
        versions.forEach((group, all) -> groups.add(new Discovery.ApiGroup(null, null, group, all, all.getFirst())));
        return groups;
    }

    /** The versions of the core group, which is in no list of groups; none where it is not served. */
    List<String> coreVersions() {
        return groupVersions(true).stream().map(GroupVersion::version).toList();
    }

    private List<GroupVersion> groupVersions(boolean core) {
        return registry.groupVersions().stream()
                .filter(gv -> gv.group().isEmpty() == core)
                .toList();
    }

    Discovery.ApiResourceList resources(GroupVersion gv) {
        return new Discovery.ApiResourceList(
                gv.toString(),
                registry.kindsOf(gv).stream()
                        .flatMap(kind -> Stream.of(resource(kind), status(kind)))
                        .toList());
    }

    /** @param core whether of the core group, or of all others */
    Discovery.ApiGroupDiscoveryList aggregated(String version, boolean core) {
        Map<String, List<Discovery.ApiVersionDiscovery>> groups = new LinkedHashMap<>();
        for (GroupVersion gv : groupVersions(core)) {
            groups.computeIfAbsent(gv.group(), _ -> new ArrayList<>())
                    .add(new Discovery.ApiVersionDiscovery(
                            gv.version(),
                            registry.kindsOf(gv).stream()
                                    .map(DiscoveryDocuments::aggregated)
                                    .toList(),
                            "Current"));
        }
        List<Discovery.ApiGroupDiscovery> items = new ArrayList<>();
        groups.forEach((group, versions) -> items.add(
                new Discovery.ApiGroupDiscovery(new Discovery.Metadata(group.isEmpty() ? null : group), versions)));
        return new Discovery.ApiGroupDiscoveryList(version, items);
    }

    private static Discovery.ApiResource resource(ApplicationKind kind) {
        KindNames names = kind.names();
        return new Discovery.ApiResource(
                names.plural(),
                names.singular(),
                isNamespaced(kind),
                names.kind(),
                kind.verbs(),
                omitEmpty(names.shortNames()),
                omitEmpty(names.categories()),
                storageVersionHash(kind));
    }

    /** The subresource, a resource of its own here (wire contract A10). */
    private static Discovery.ApiResource status(ApplicationKind kind) {
        return new Discovery.ApiResource(
                kind.names().plural() + "/status",
                "",
                isNamespaced(kind),
                kind.names().kind(),
                STATUS_VERBS,
                null,
                null,
                null);
    }

    private static Discovery.ApiResourceDiscovery aggregated(ApplicationKind kind) {
        KindNames names = kind.names();
        Discovery.ResponseKind responseKind = new Discovery.ResponseKind(kind.group(), kind.version(), names.kind());
        return new Discovery.ApiResourceDiscovery(
                names.plural(),
                responseKind,
                kind.scope().text(),
                names.singular(),
                kind.verbs(),
                omitEmpty(names.shortNames()),
                omitEmpty(names.categories()),
                List.of(new Discovery.ApiSubresourceDiscovery("status", responseKind, STATUS_VERBS)));
    }

    private static boolean isNamespaced(ApplicationKind kind) {
        return kind.scope() == Scope.NAMESPACED;
    }

    /** Changes when objects are stored in another version; clients compare it and no more (wire contract A7). */
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

    private static @Nullable List<String> omitEmpty(List<String> names) {
        return names.isEmpty() ? null : names;
    }
}
