package dev.chartroom.adapters.http.discovery;

import dev.chartroom.adapters.http.openapi.OpenApiV2;
import dev.chartroom.adapters.http.openapi.OpenApiV3;
import dev.chartroom.adapters.json.IndentedJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.json.JsonCodec;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the documents of the kinds served now. It builds the documents once for each change of the kinds, not for
 * each request. The previous documents stay in effect until the new ones are built.
 */
public final class Publisher {
    private final JsonCodec codec;
    private final Set<GroupVersion> registered;
    private final OpenApiV2 openApiV2;
    private final OpenApiV3 openApiV3;
    private final StoredDocument version;
    private volatile PublishedDocuments published;
    private volatile Consumer<PublishedDocuments> listener = _ -> {};

    /** @param serverVersion the version in {@code /version}, such as {@code v0.1.0} */
    public Publisher(KindCatalogue catalogue, JsonCodec codec, String serverVersion) {
        this(catalogue, codec, serverVersion, Set.of());
    }

    /** @param registered group versions that have documents even while no kind is served in them */
    public Publisher(KindCatalogue catalogue, JsonCodec codec, String serverVersion, Set<GroupVersion> registered) {
        this.codec = codec;
        this.registered = Set.copyOf(registered);
        this.openApiV2 = new OpenApiV2(codec);
        this.openApiV3 = new OpenApiV3(codec);
        this.version = StoredDocument.of(
                IndentedJson.indent(codec.encode(DiscoveryDocuments.version(serverVersion))), PublishedDocuments.JSON);
        this.published = build(catalogue.registry(), null);
        catalogue.onChange(registry -> {
            published = build(registry, published);
            listener.accept(published);
        });
    }

    /** Sets the one consumer of the documents. It is called at once, and again after each change. */
    public void onPublish(Consumer<PublishedDocuments> consumer) {
        listener = consumer;
        consumer.accept(published);
    }

    /** Returns the documents of the kinds served now. */
    public PublishedDocuments documents() {
        return published;
    }

    /** Returns {@code /version}. */
    public StoredDocument version() {
        return version;
    }

    private PublishedDocuments build(KindRegistry registry, @Nullable PublishedDocuments before) {
        return new PublishedDocuments(registry, registered, before, codec, openApiV2, openApiV3);
    }
}
