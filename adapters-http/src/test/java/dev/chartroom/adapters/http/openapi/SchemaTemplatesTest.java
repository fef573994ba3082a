package dev.chartroom.adapters.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.openapi.schema.SchemaSanitiser;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import org.junit.jupiter.api.Test;

class SchemaTemplatesTest {
    private final SchemaTemplates templates = SchemaTemplates.load(Json.CODEC);

    @Test
    void everyReferenceNamesADefinition() {
        JsonObject all = JsonObject.builder()
                .put("definitions", templates.definitions())
                .put("object", templates.object())
                .put("list", templates.list())
                .put("status", templates.status())
                .build();

        assertThat(Walk.references(all)).isNotEmpty().allMatch(templates.definitions()::has);
    }

    @Test
    void everyDefinitionAndEveryPropertyIsDescribed() {
        Walk.schemas(templates.definitions()).forEach((path, schema) -> {
            if (!path.contains("/")) {
                assertThat(schema.stringOrEmpty("description")).as(path).isNotEmpty();
            }
        });
        Walk.schemas("status", templates.status())
                .forEach((path, schema) ->
                        assertThat(schema.stringOrEmpty("description")).as(path).isNotEmpty());
    }

    @Test
    void sanitiserLeavesTheStatusSchemaUnchanged() {
        assertThat(SchemaSanitiser.sanitise(templates.status())).isEqualTo(templates.status());
    }
}
