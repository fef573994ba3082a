package dev.chartroom.adapters.http.discovery;

import dev.chartroom.adapters.http.openapi.OpenApiV2;
import dev.chartroom.adapters.http.openapi.OpenApiV3;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.meta.GroupVersion;
import dev.chartroom.ports.json.JsonCodec;
import jakarta.json.bind.Jsonb;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every document about one snapshot of kinds, encoded. Immutable. */
public final class PublishedDocuments {
    static final String JSON = "application/json";

    /** For people, who may have to compare two of them. */
    private static final int DIGEST_LENGTH = 16;

    private final KindRegistry registry;
    private final StoredDocument groupList;
    private final Optional<StoredDocument> coreVersions;
    private final Map<String, StoredDocument> aggregated = new LinkedHashMap<>();
    private final Map<String, StoredDocument> aggregatedCore = new LinkedHashMap<>();
    private final Map<String, StoredDocument> groups = new LinkedHashMap<>();
    private final Map<String, StoredDocument> resources = new LinkedHashMap<>();
    private final OpenApiDocument openApiV2;
    private final StoredDocument openApiV3Root;
    private final Map<String, OpenApiDocument> openApiV3 = new LinkedHashMap<>();

    /** @param before of which is taken what did not change; null where there were none */
    PublishedDocuments(
            KindRegistry registry,
            @Nullable PublishedDocuments before,
            Jsonb jsonb,
            JsonCodec codec,
            OpenApiV2 v2,
            OpenApiV3 v3) {
        this.registry = registry;
        DiscoveryDocuments discovery = new DiscoveryDocuments(registry);
        groupList = bound(jsonb, new Discovery.ApiGroupList(discovery.groups()));
        coreVersions = discovery.coreVersions().isEmpty()
                ? Optional.empty()
                : Optional.of(bound(jsonb, new Discovery.ApiVersions(discovery.coreVersions())));
        discovery.groups().forEach(group -> groups.put(group.name(), bound(jsonb, group.alone())));
        for (String version : new String[] {"v2", "v2beta1"}) {
            aggregated.put(version, aggregated(jsonb, discovery.aggregated(version, false), version));
            aggregatedCore.put(version, aggregated(jsonb, discovery.aggregated(version, true), version));
        }
        JsonObject.Builder paths = JsonObject.builder();
        for (GroupVersion gv : registry.groupVersions()) {
            boolean known = before != null && before.registry.kindsOf(gv).equals(registry.kindsOf(gv));
            OpenApiDocument older = before == null ? null : before.openApiV3.get(gv.path());
            resources.put(gv.path(), bound(jsonb, discovery.resources(gv)));
            OpenApiDocument document = known && older != null
                    ? older
                    : new OpenApiDocument(
                            v3.document(gv, registry.kindsOf(gv), older == null ? null : older.encoded()));
            openApiV3.put(gv.path(), document);
            paths.put(
                    gv.path(),
                    JsonObject.builder()
                            .put("serverRelativeURL", "/openapi/v3/" + gv.path() + "?hash=" + document.hash())
                            .build());
        }
        openApiV3Root = StoredDocument.of(codec.encode(JsonObject.of("paths", paths.build())), JSON);
        openApiV2 =
                new OpenApiDocument(v2.document(registry.served(), before == null ? null : before.openApiV2.encoded()));
    }

    /** {@code /apis}, in legacy form. */
    public StoredDocument groupList() {
        return groupList;
    }

    /** {@code /apis} as aggregated discovery, in version {@code v2} or {@code v2beta1}. */
    public Optional<StoredDocument> aggregated(String version) {
        return Optional.ofNullable(aggregated.get(version));
    }

    /** The versions of aggregated discovery that there are. */
    public Set<String> aggregatedVersions() {
        return aggregated.keySet();
    }

    /** {@code /apis/G}. */
    public Optional<StoredDocument> group(String group) {
        return Optional.ofNullable(groups.get(group));
    }

    /** {@code /api}, in legacy form; empty where there is no core group. */
    public Optional<StoredDocument> coreVersions() {
        return coreVersions;
    }

    /** {@code /api} as aggregated discovery, in a version that there is; empty where there is no core group. */
    public Optional<StoredDocument> aggregatedCore(String version) {
        return coreVersions.flatMap(_ -> Optional.ofNullable(aggregatedCore.get(version)));
    }

    /** @param path of a group version, such as {@code apis/G/V} */
    public Optional<StoredDocument> resources(String path) {
        return Optional.ofNullable(resources.get(path));
    }

    public Document openApiV2() {
        return openApiV2;
    }

    public StoredDocument openApiV3Root() {
        return openApiV3Root;
    }

    /** @param path of a group version, such as {@code apis/G/V} */
    public Optional<Document> openApiV3(String path) {
        return Optional.ofNullable(openApiV3.get(path));
    }

    /** For each group version a digest of its discovery and its schemas. */
    public Map<GroupVersion, String> digests() {
        Map<GroupVersion, String> digests = new LinkedHashMap<>();
        for (GroupVersion gv : registry.groupVersions()) {
            byte[] both = (hash(resources, gv) + hash(openApiV3, gv)).getBytes(StandardCharsets.UTF_8);
            digests.put(gv, StoredDocument.of(both, JSON).hash().substring(0, DIGEST_LENGTH));
        }
        return digests;
    }

    private static String hash(Map<String, ? extends Document> documents, GroupVersion gv) {
        return Objects.requireNonNull(documents.get(gv.path())).hash();
    }

    private static StoredDocument aggregated(Jsonb jsonb, Discovery.ApiGroupDiscoveryList list, String version) {
        return StoredDocument.of(
                jsonb.toJson(list).getBytes(StandardCharsets.UTF_8),
                JSON + ";g=apidiscovery.k8s.io;v=" + version + ";as=APIGroupDiscoveryList");
    }

    private static StoredDocument bound(Jsonb jsonb, Object document) {
        return StoredDocument.of(jsonb.toJson(document).getBytes(StandardCharsets.UTF_8), JSON);
    }
}
