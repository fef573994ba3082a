package dev.chartroom.adapters.http.discovery;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.meta.GroupVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the discovery documents of a snapshot of kinds. */
final class DiscoveryDocuments {
    /** What works on every kind, sorted; never more than that (wire contract A4). */
    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

    private final KindRegistry registry;

    DiscoveryDocuments(KindRegistry registry) {
        this.registry = registry;
    }

    List<Discovery.ApiGroup> groups() {
        Map<String, List<Discovery.Version>> versions = new LinkedHashMap<>();
        for (GroupVersion gv : registry.groupVersions()) {
            versions.computeIfAbsent(gv.group(), _ -> new ArrayList<>())
                    .add(new Discovery.Version(gv.toString(), gv.version()));
        }
        List<Discovery.ApiGroup> groups = new ArrayList<>();
        versions.forEach((group, all) -> groups.add(new Discovery.ApiGroup(null, null, group, all, all.getFirst())));
        return groups;
    }

    Discovery.ApiResourceList resources(GroupVersion gv) {
        return new Discovery.ApiResourceList(
                gv.toString(),
                registry.kindsOf(gv).stream().map(DiscoveryDocuments::resource).toList());
    }

    Discovery.ApiGroupDiscoveryList aggregated(String version) {
        Map<String, List<Discovery.ApiVersionDiscovery>> groups = new LinkedHashMap<>();
        for (GroupVersion gv : registry.groupVersions()) {
            groups.computeIfAbsent(gv.group(), _ -> new ArrayList<>())
                    .add(new Discovery.ApiVersionDiscovery(
                            gv.version(),
                            registry.kindsOf(gv).stream()
                                    .map(DiscoveryDocuments::aggregated)
                                    .toList(),
                            "Current"));
        }
        List<Discovery.ApiGroupDiscovery> items = new ArrayList<>();
        groups.forEach((group, versions) ->
                items.add(new Discovery.ApiGroupDiscovery(new Discovery.Metadata(group), versions)));
        return new Discovery.ApiGroupDiscoveryList(version, items);
    }

    private static Discovery.ApiResource resource(ApplicationKind kind) {
        KindNames names = kind.names();
        return new Discovery.ApiResource(
                names.plural(),
                names.singular(),
                true,
                names.kind(),
                VERBS,
                omitEmpty(names.shortNames()),
                omitEmpty(names.categories()));
    }

    private static Discovery.ApiResourceDiscovery aggregated(ApplicationKind kind) {
        KindNames names = kind.names();
        return new Discovery.ApiResourceDiscovery(
                names.plural(),
                new Discovery.ResponseKind(kind.group(), kind.version(), names.kind()),
                "Namespaced",
                names.singular(),
                VERBS,
                omitEmpty(names.shortNames()),
                omitEmpty(names.categories()));
    }

    private static @Nullable List<String> omitEmpty(List<String> names) {
        return names.isEmpty() ? null : names;
    }
}
