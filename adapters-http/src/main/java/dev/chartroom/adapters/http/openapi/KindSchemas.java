package dev.chartroom.adapters.http.openapi;

import dev.chartroom.adapters.http.openapi.schema.Extensions;
import dev.chartroom.adapters.http.openapi.schema.SpecSchema;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.GroupVersionKind;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.builtin.TopLevelFields;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;

/** The definitions of a kind: its objects and its lists. */
final class KindSchemas {
    private final JsonObject objectHeader;
    private final JsonObject listHeader;
    private final JsonObject template;
    private final JsonObject status;
    private final Dialect dialect;

    KindSchemas(SchemaTemplates templates, Dialect dialect) {
        objectHeader = dialect.resolve(templates.object());
        listHeader = dialect.resolve(templates.list());
        template = templates.status();
        status = dialect.schema(template);
        this.dialect = dialect;
    }

    /** Returns both definitions by their names. */
    JsonObject of(ApplicationKind kind) {
        return JsonObject.builder()
                .put(Definitions.of(kind), object(kind))
                .put(Definitions.listOf(kind), list(kind))
                .build();
    }

    private JsonObject object(ApplicationKind kind) {
        JsonObject spec = dialect.schema(SpecSchema.of(kind.schema()));
        JsonObject.Builder properties = objectHeader.toBuilder();
        if (TopLevelFields.has(kind.gvk())) {
            properties.putAll(spec.objectOrEmpty("properties"));
        } else {
            properties.put("spec", spec).put("status", status(kind));
        }
        JsonObject.Builder object =
                schema(kind.description(), properties.build(), JsonArray.EMPTY, kind.gvk()).toBuilder();
        if (!kind.form().json().isEmpty()) {
            object.put(Extensions.FORM, kind.form().json());
        }
        putPaths(object, Extensions.SENSITIVE_PATHS, kind, kind.sensitivePaths());
        putPaths(object, Extensions.IMMUTABLE_PATHS, kind, kind.immutablePaths());
        return object.build();
    }

    private static void putPaths(
            JsonObject.Builder object, String extension, ApplicationKind kind, List<String> paths) {
        if (!paths.isEmpty()) {
            boolean isTopLevel = TopLevelFields.has(kind.gvk());
            object.put(
                    extension,
                    JsonArray.ofStrings(paths.stream()
                            .map(path -> isTopLevel ? path.replaceFirst("^spec[.]", "") : path)
                            .toList()));
        }
    }

    private JsonObject status(ApplicationKind kind) {
        Schema own = kind.statusSchema().orElse(null);
        if (own != null) {
            return dialect.schema(own.json());
        }
        if (kind.status().fields().isEmpty()) {
            return status;
        }
        return dialect.schema(
                template.with("properties", kind.status().properties(template.objectOrEmpty("properties"))));
    }

    private JsonObject list(ApplicationKind kind) {
        JsonObject items = JsonObject.builder()
                .put("description", "The objects.")
                .put("type", "array")
                .put("items", dialect.reference(Definitions.of(kind), JsonObject.EMPTY))
                .build();
        return schema(
                "A list of objects of kind " + kind.names().kind() + ".",
                listHeader.with("items", items),
                JsonArray.of(new JsonString("items")),
                kind.groupVersion().withKind(kind.names().listKind()));
    }

    private static JsonObject schema(
            String description, JsonObject properties, JsonArray required, GroupVersionKind gvk) {
        JsonObject.Builder schema =
                JsonObject.builder().putIfPresent("description", description).put("type", "object");
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema.put("properties", properties)
                .put(Extensions.GROUP_VERSION_KIND, JsonArray.of(Extensions.gvk(gvk)))
                .build();
    }
}
