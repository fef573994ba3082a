package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.EncodedList;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Lists the HelmReleases of a Kubernetes API server in pages, and writes them with a field manager of its own. */
public final class HelmReleaseDirectory implements ReleaseDirectory {
    private static final String ALL_NAMESPACES = "";

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final ReleaseDecoder reader;

    /** @param codec like that of {@link HelmReleaseStore} */
    public HelmReleaseDirectory(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
        this.reader = new ReleaseDecoder(codec);
    }

    @Override
    public void forEach(ApplicationKind kind, BiConsumer<NamespacedName, JsonObject> release) {
        String next = "";
        do {
            byte[] metadata = http.read(
                    ReleasePaths.collection(ALL_NAMESPACES),
                    ReleaseQueries.page(List.of(kind), next),
                    page -> EncodedList.read(
                            page,
                            item -> reader.parsed(item)
                                    .filter(found -> ReleaseConverter.isOf(kind, found))
                                    .ifPresent(found -> release.accept(name(kind, found), found))),
                    new StatusTranslator(kind, "", codec)::exceptionOf);
            next = reader.object(metadata).stringOrEmpty("continue");
        } while (!next.isEmpty());
    }

    @Override
    public Optional<JsonObject> find(ApplicationKind kind, NamespacedName name) {
        return new StatusTranslator(kind, name.name(), codec)
                .found(http.get(ReleasePaths.of(kind, name), new Query()))
                .map(found -> reader.object(found.body()))
                .filter(release -> ReleaseConverter.isOf(kind, release));
    }

    @Override
    public JsonObject replace(ApplicationKind kind, NamespacedName name, JsonObject release) {
        Query query = new Query().with("fieldManager", ReleaseConverter.ROLLOUT_MANAGER);
        return stored(kind, name, http.send("PUT", ReleasePaths.of(kind, name), query, codec.encode(release)));
    }

    private JsonObject stored(ApplicationKind kind, NamespacedName name, KubernetesResponse response) {
        if (!response.isSuccess()) {
            throw new StatusTranslator(kind, name.name(), codec).exceptionOf(response);
        }
        return reader.object(response.body());
    }

    private static NamespacedName name(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        String prefix = kind.release().prefix();
        return new NamespacedName(
                metadata.stringOrEmpty("namespace"),
                metadata.stringOrEmpty("name").substring(prefix.length()));
    }
}
