package dev.chartroom.adapters.http.openapi;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.GroupVersion;
import dev.chartroom.ports.json.JsonCodec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The OpenAPI 2.0 (Swagger) document, one for everything that is served (wire contract B11, B13). It says less than
 * version 3.0: what version 2.0 has no word for is left out, never bent. Immutable, thread-safe.
 */
public final class OpenApiV2 {
    private static final List<String> USED = List.of(
            Definitions.API_GROUP,
            Definitions.API_RESOURCE_LIST,
            Definitions.DELETE_OPTIONS,
            Definitions.LIST_META,
            Definitions.OBJECT_META,
            Definitions.PATCH,
            Definitions.STATUS);

    private final Dialect dialect = new SwaggerDialect();
    private final KindSchemas kindSchemas;
    private final MetaSchemas metaSchemas;

    /** @param codec reads the schemas that do not depend on a kind */
    public OpenApiV2(JsonCodec codec) {
        SchemaTemplates templates = SchemaTemplates.load(codec);
        kindSchemas = new KindSchemas(templates, dialect);
        metaSchemas = new MetaSchemas(templates.definitions(), dialect);
    }

    /** The document of all kinds that are served, in every group version. The same kinds give the same document. */
    public JsonObject document(List<ApplicationKind> kinds) {
        Set<GroupVersion> groupVersions = new LinkedHashSet<>();
        kinds.forEach(kind -> groupVersions.add(kind.groupVersion()));
        Paths paths = new Paths(dialect);
        JsonObject.Builder definitions = JsonObject.builder();
        groupVersions.stream().map(GroupVersion::group).distinct().forEach(paths::addGroup);
        groupVersions.forEach(paths::addGroupVersion);
        for (ApplicationKind kind : kinds) {
            paths.addKind(kind);
            kindSchemas.addTo(definitions, kind);
        }
        metaSchemas.addTo(definitions, USED, groupVersions);
        return JsonObject.builder()
                .put("swagger", "2.0")
                .put("info", DocumentInfo.JSON)
                .put("paths", paths.build())
                .put("definitions", definitions.build())
                .build();
    }
}
