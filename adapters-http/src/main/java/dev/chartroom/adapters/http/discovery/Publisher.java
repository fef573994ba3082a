package dev.chartroom.adapters.http.discovery;

import dev.chartroom.adapters.http.json.IndentedJson;
import dev.chartroom.adapters.http.openapi.OpenApiV2;
import dev.chartroom.adapters.http.openapi.OpenApiV3;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.service.KindCatalogue;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the documents of the kinds served now: built once for each change of the kinds, not for each request, and
 * until they are built those from before stay.
 */
public final class Publisher {
    private final JsonCodec codec;
    private final Jsonb jsonb = JsonbBuilder.create();
    private final OpenApiV2 openApiV2;
    private final OpenApiV3 openApiV3;
    private final StoredDocument version;
    private volatile PublishedDocuments published;
    private volatile Consumer<PublishedDocuments> follower = _ -> {};

    /** @param serverVersion what {@code /version} says of this program, such as {@code v0.1.0} */
    public Publisher(KindCatalogue catalogue, JsonCodec codec, String serverVersion) {
        this.codec = codec;
        this.openApiV2 = new OpenApiV2(codec);
        this.openApiV3 = new OpenApiV3(codec);
        String[] numbers = serverVersion.replaceFirst("^v", "").split("\\.", -1);
        Discovery.VersionInfo info = new Discovery.VersionInfo(
                numbers[0],
                numbers.length > 1 ? numbers[1] : "0",
                serverVersion,
                "",
                "",
                "",
                "",
                "javac",
                System.getProperty("os.name") + "/" + System.getProperty("os.arch"));
        this.version = StoredDocument.of(
                IndentedJson.indent(jsonb.toJson(info).getBytes(StandardCharsets.UTF_8)), PublishedDocuments.JSON);
        this.published = build(catalogue.registry(), null);
        catalogue.onChange(registry -> {
            published = build(registry, published);
            follower.accept(published);
        });
    }

    /** Has someone told of the documents there are, at once and after each change. */
    public void onPublish(Consumer<PublishedDocuments> told) {
        follower = told;
        told.accept(published);
    }

    /** The documents of the kinds served now. */
    public PublishedDocuments documents() {
        return published;
    }

    /** {@code /version}. */
    public StoredDocument version() {
        return version;
    }

    private PublishedDocuments build(KindRegistry registry, @Nullable PublishedDocuments before) {
        return new PublishedDocuments(registry, before, jsonb, codec, openApiV2, openApiV3);
    }
}
