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
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every document about one snapshot of kinds, encoded. Immutable. */
public final class PublishedDocuments {
    static final String JSON = "application/json";

    private final KindRegistry registry;
    private final Document groupList;
    private final Map<String, Document> aggregated = new LinkedHashMap<>();
    private final Map<String, Document> groups = new LinkedHashMap<>();
    private final Map<String, Document> resources = new LinkedHashMap<>();
    private final Document openApiV2;
    private final Document openApiV3Root;
    private final Map<String, Document> openApiV3 = new LinkedHashMap<>();

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
        discovery.groups().forEach(group -> groups.put(group.name(), bound(jsonb, group.alone())));
        for (String version : new String[] {"v2", "v2beta1"}) {
            byte[] body = jsonb.toJson(discovery.aggregated(version)).getBytes(StandardCharsets.UTF_8);
            aggregated.put(
                    version,
                    Document.of(body, JSON + ";g=apidiscovery.k8s.io;v=" + version + ";as=APIGroupDiscoveryList"));
        }
        JsonObject.Builder paths = JsonObject.builder();
        for (GroupVersion gv : registry.groupVersions()) {
            resources.put(gv.toString(), bound(jsonb, discovery.resources(gv)));
            Document known = before == null ? null : before.unchanged(gv, registry);
            Document document =
                    known == null ? Document.of(codec.encode(v3.document(gv, registry.kindsOf(gv))), JSON) : known;
            openApiV3.put(gv.toString(), document);
            paths.put(
                    "apis/" + gv,
                    JsonObject.builder()
                            .put("serverRelativeURL", "/openapi/v3/apis/" + gv + "?hash=" + document.hash())
                            .build());
        }
        openApiV3Root = Document.of(codec.encode(JsonObject.of("paths", paths.build())), JSON);
        openApiV2 = Document.of(codec.encode(v2.document(registry.served())), JSON);
    }

    private @Nullable Document unchanged(GroupVersion gv, KindRegistry other) {
        return registry.kindsOf(gv).equals(other.kindsOf(gv)) ? openApiV3.get(gv.toString()) : null;
    }

    /** {@code /apis}, in legacy form. */
    public Document groupList() {
        return groupList;
    }

    /** {@code /apis} as aggregated discovery, in version {@code v2} or {@code v2beta1}. */
    public Optional<Document> aggregated(String version) {
        return Optional.ofNullable(aggregated.get(version));
    }

    /** The versions of aggregated discovery that there are. */
    public Set<String> aggregatedVersions() {
        return aggregated.keySet();
    }

    /** {@code /apis/G}. */
    public Optional<Document> group(String group) {
        return Optional.ofNullable(groups.get(group));
    }

    /** {@code /apis/G/V}. */
    public Optional<Document> resources(String groupVersion) {
        return Optional.ofNullable(resources.get(groupVersion));
    }

    public Document openApiV2() {
        return openApiV2;
    }

    public Document openApiV3Root() {
        return openApiV3Root;
    }

    /** {@code /openapi/v3/apis/G/V}. */
    public Optional<Document> openApiV3(String groupVersion) {
        return Optional.ofNullable(openApiV3.get(groupVersion));
    }

    private static Document bound(Jsonb jsonb, Object document) {
        return Document.of(jsonb.toJson(document).getBytes(StandardCharsets.UTF_8), JSON);
    }
}
