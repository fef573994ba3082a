package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * OpenAPI 3.0 documents, one for each group version (wire contract B12, B13). They describe what is served: every path
 * of the group version with its operations, and the real schema of every kind. Immutable, thread-safe.
 */
public final class OpenApiV3 {
    private static final List<String> USED = List.of(
            Definitions.API_RESOURCE_LIST,
            Definitions.DELETE_OPTIONS,
            Definitions.LIST_META,
            Definitions.OBJECT_META,
            Definitions.PATCH,
            Definitions.STATUS);

    private final DocumentEncoder encoder;

    /** @param codec also reads the schemas that do not depend on a kind */
    public OpenApiV3(JsonCodec codec) {
        encoder = new DocumentEncoder(codec, new OpenApiDialect());
    }

    /**
     * Returns the document of a group version. The same arguments give the same document.
     *
     * @param kinds the served kinds; those of other group versions are left out
     * @param before an older document, whose unchanged parts are reused; null for none
     */
    public EncodedDocument document(
            GroupVersion groupVersion, List<ApplicationKind> kinds, @Nullable EncodedDocument before) {
        return encoder.document(
                new DocumentEncoder.Frame("\"openapi\":\"3.0.0\"", List.of(), List.of(groupVersion), USED),
                kinds.stream()
                        .filter(kind -> kind.groupVersion().equals(groupVersion))
                        .toList(),
                before);
    }
}
