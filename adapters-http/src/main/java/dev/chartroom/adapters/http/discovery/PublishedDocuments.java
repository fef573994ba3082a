package dev.chartroom.adapters.http.discovery;

import dev.chartroom.adapters.http.openapi.OpenApiV2;
import dev.chartroom.adapters.http.openapi.OpenApiV3;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.VersionPriority;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All documents about one snapshot of the kinds, encoded. Immutable. */
public final class PublishedDocuments {
    public static final String JSON = "application/json";

    /** Characters: short, because people may have to compare two digests. */
    private static final int DIGEST_LENGTH = 16;

    private final KindRegistry registry;
    private final StoredDocument groupList;
    private final Optional<StoredDocument> coreVersions;
    private final Map<String, StoredDocument> aggregated = new LinkedHashMap<>();
    private final Map<String, StoredDocument> aggregatedCore = new LinkedHashMap<>();
    private final Map<String, StoredDocument> groups = new LinkedHashMap<>();
    private final Map<GroupVersion, OfVersion> versions = new LinkedHashMap<>();
    private final Map<String, OfVersion> versionsByPath = new HashMap<>();
    private final OpenApiDocument openApiV2;
    private final StoredDocument openApiV3Root;

    /**
     * The documents of a group version.
     *
     * @param aggregated the group version's part of aggregated discovery
     */
    private record OfVersion(StoredDocument resources, String aggregated, OpenApiDocument openApi) {}

    /**
     * @param registered group versions that have documents even without kinds
     * @param before the previous documents, whose unchanged parts are reused; null if there are none
     */
    PublishedDocuments(
            KindRegistry registry,
            Set<GroupVersion> registered,
            @Nullable PublishedDocuments before,
            JsonCodec codec,
            OpenApiV2 v2,
            OpenApiV3 v3) {
        this.registry = registry;
        List<GroupVersion> all = all(registry, registered);
        JsonObject.Builder paths = JsonObject.builder();
        for (GroupVersion gv : all) {
            OfVersion ofVersion = ofVersion(gv, before, codec, v3);
            versions.put(gv, ofVersion);
            versionsByPath.put(gv.path(), ofVersion);
            String hash = ofVersion.openApi().hash();
            paths.put(
                    gv.path(),
                    JsonObject.builder()
                            .put("serverRelativeURL", "/openapi/v3/" + gv.path() + "?hash=" + hash)
                            .build());
        }
        groupList = document(DiscoveryDocuments.groupList(all), codec);
        coreVersions = all.stream().anyMatch(gv -> gv.group().isEmpty())
                ? Optional.of(document(DiscoveryDocuments.coreVersions(all), codec))
                : Optional.empty();
        DiscoveryDocuments.documentsOfGroups(all).forEach((name, group) -> groups.put(name, document(group, codec)));
        for (String version : new String[] {"v2", "v2beta1"}) {
            aggregated.put(version, aggregated(version, false));
            aggregatedCore.put(version, aggregated(version, true));
        }
        openApiV3Root = document(JsonObject.of("paths", paths.build()), codec);
        openApiV2 =
                new OpenApiDocument(v2.document(registry.served(), before == null ? null : before.openApiV2.encoded()));
    }

    /** Returns the group versions by group. Within a group, those without kinds are last, so none of them is preferred. */
    private static List<GroupVersion> all(KindRegistry registry, Set<GroupVersion> registered) {
        List<GroupVersion> served = registry.groupVersions();
        return Stream.concat(
                        served.stream(),
                        registered.stream()
                                .filter(gv -> !served.contains(gv))
                                .sorted(Comparator.comparing(GroupVersion::version, VersionPriority.ORDER)))
                .sorted(Comparator.comparing(GroupVersion::group)) // keeps the order within a group
                .toList();
    }

    private OfVersion ofVersion(GroupVersion gv, @Nullable PublishedDocuments before, JsonCodec codec, OpenApiV3 v3) {
        List<ApplicationKind> kinds = registry.kindsOf(gv);
        OfVersion known = before == null ? null : before.versions.get(gv);
        if (before != null && known != null && before.registry.kindsOf(gv).equals(kinds)) {
            return known;
        }
        return new OfVersion(
                document(DiscoveryDocuments.resources(gv, kinds), codec),
                new String(codec.encode(DiscoveryDocuments.aggregatedVersion(gv, kinds)), StandardCharsets.UTF_8),
                new OpenApiDocument(v3.document(
                        gv, kinds, known == null ? null : known.openApi().encoded())));
    }

    /** Returns the paths of the documents, except for the details of OpenAPI v3. */
    public Set<String> paths() {
        Set<String> paths = new TreeSet<>(Set.of("/apis", "/openapi/v2", "/openapi/v3"));
        if (coreVersions.isPresent()) {
            paths.add("/api");
        }
        groups.keySet().stream().filter(name -> !name.isEmpty()).forEach(name -> paths.add("/apis/" + name));
        versionsByPath.keySet().forEach(path -> paths.add("/" + path));
        return paths;
    }

    /** Returns {@code /apis} in legacy form. */
    public StoredDocument groupList() {
        return groupList;
    }

    /** Returns {@code /apis} as aggregated discovery, in version {@code v2} or {@code v2beta1}. */
    public Optional<StoredDocument> aggregated(String version) {
        return Optional.ofNullable(aggregated.get(version));
    }

    /** Returns the available versions of aggregated discovery. */
    public Set<String> aggregatedVersions() {
        return aggregated.keySet();
    }

    /** Returns {@code /apis/G}. */
    public Optional<StoredDocument> group(String group) {
        return Optional.ofNullable(groups.get(group));
    }

    /** Returns {@code /api} in legacy form; empty if there is no core group. */
    public Optional<StoredDocument> coreVersions() {
        return coreVersions;
    }

    /** Returns {@code /api} as aggregated discovery in an available version; empty if there is no core group. */
    public Optional<StoredDocument> aggregatedCore(String version) {
        return coreVersions.flatMap(_ -> Optional.ofNullable(aggregatedCore.get(version)));
    }

    /** @param path of a group version, such as {@code apis/G/V} */
    public Optional<StoredDocument> resources(String path) {
        return Optional.ofNullable(versionsByPath.get(path)).map(OfVersion::resources);
    }

    public Document openApiV2() {
        return openApiV2;
    }

    public StoredDocument openApiV3Root() {
        return openApiV3Root;
    }

    /** @param path of a group version, such as {@code apis/G/V} */
    public Optional<Document> openApiV3(String path) {
        return Optional.ofNullable(versionsByPath.get(path)).map(OfVersion::openApi);
    }

    /** Returns, for each group version, a digest of its discovery document and its schemas. */
    public Map<GroupVersion, String> digests() {
        Map<GroupVersion, String> digests = new LinkedHashMap<>();
        versions.forEach((gv, ofVersion) -> {
            byte[] both = (ofVersion.resources().hash() + ofVersion.openApi().hash()).getBytes(StandardCharsets.UTF_8);
            digests.put(gv, StoredDocument.of(both, JSON).hash().substring(0, DIGEST_LENGTH));
        });
        return digests;
    }

    private StoredDocument aggregated(String version, boolean core) {
        String list = DiscoveryDocuments.aggregated(
                version,
                core,
                List.copyOf(versions.keySet()),
                gv -> Objects.requireNonNull(versions.get(gv)).aggregated());
        return StoredDocument.of(
                list.getBytes(StandardCharsets.UTF_8),
                JSON + ";g=apidiscovery.k8s.io;v=" + version + ";as=APIGroupDiscoveryList");
    }

    private static StoredDocument document(JsonObject document, JsonCodec codec) {
        return StoredDocument.of(codec.encode(document), JSON);
    }
}
