package dev.chartroom.adapters.http.openapi;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupVersion;
import dev.chartroom.ports.json.JsonCodec;
import java.util.List;

/**
 * OpenAPI 3.0 documents, one for each group version (wire contract B12, B13). They say what is served: every path of
 * the group version with its operations, and the real schema of every kind. Immutable, thread-safe.
 */
public final class OpenApiV3 {
    private static final List<String> USED = List.of(
            Definitions.API_RESOURCE_LIST,
            Definitions.DELETE_OPTIONS,
            Definitions.LIST_META,
            Definitions.OBJECT_META,
            Definitions.PATCH,
            Definitions.STATUS);

    private final Dialect dialect = new OpenApiDialect();
    private final KindSchemas kindSchemas;
    private final MetaSchemas metaSchemas;

    /** @param codec reads the schemas that do not depend on a kind */
    public OpenApiV3(JsonCodec codec) {
        SchemaTemplates templates = SchemaTemplates.load(codec);
        kindSchemas = new KindSchemas(templates, dialect);
        metaSchemas = new MetaSchemas(templates.definitions(), dialect);
    }

    /**
     * The document of a group version. The same arguments give the same document.
     *
     * @param kinds what is served; kinds of other group versions are left out
     */
    public JsonObject document(GroupVersion groupVersion, List<ApplicationKind> kinds) {
        Paths paths = new Paths(dialect);
        JsonObject.Builder schemas = JsonObject.builder();
        paths.addGroupVersion(groupVersion);
        for (ApplicationKind kind : kinds) {
            if (kind.groupVersion().equals(groupVersion)) {
                paths.addKind(kind);
                kindSchemas.addTo(schemas, kind);
            }
        }
        metaSchemas.addTo(schemas, USED, List.of(groupVersion));
        return JsonObject.builder()
                .put("openapi", "3.0.0")
                .put("info", DocumentInfo.JSON)
                .put("paths", paths.build())
                .put("components", JsonObject.of("schemas", schemas.build()))
                .build();
    }
}
