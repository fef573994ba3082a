package dev.chartroom.adapters.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Publishes the real kinds of the Cozystack platform, if their definitions are on disk. */
class CozystackDefinitionsTest {
    private static final Path DEFINITIONS = Path.of("../../shared/data/cozystack/definitions");
    private static final GroupVersion GROUP_VERSION = new GroupVersion("apps.cozystack.io", "v1alpha1");
    private static final List<ApplicationKind> KINDS = new ArrayList<>();

    @BeforeAll
    static void readKinds() throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(DEFINITIONS), "no definitions at hand");
        try (var files = Files.newDirectoryStream(DEFINITIONS, "*.yaml")) {
            for (Path file : files) {
                KINDS.add(kind(Files.readAllBytes(file)));
            }
        }
        assertThat(KINDS).hasSizeGreaterThan(10);
    }

    @Test
    void openApiV3DocumentIsPublishable() {
        JsonObject document = Kinds.json(new OpenApiV3(Json.CODEC).document(GROUP_VERSION, KINDS, null));
        JsonObject schemas = document.objectOrEmpty("components").objectOrEmpty("schemas");

        SchemaRules.assertPublishableInV3(Walk.schemas(schemas));
        assertThat(Walk.references(document))
                .allMatch(reference -> schemas.has(reference.substring("#/components/schemas/".length())));
        assertThat(specs(schemas)).hasSize(KINDS.size());
    }

    @Test
    void openApiV2DocumentIsPublishable() {
        JsonObject document = Kinds.json(new OpenApiV2(Json.CODEC).document(KINDS, null));
        JsonObject definitions = document.objectOrEmpty("definitions");

        SchemaRules.assertPublishableInV2(Walk.schemas(definitions));
        assertThat(Walk.references(document))
                .allMatch(reference -> definitions.has(reference.substring("#/definitions/".length())));
        assertThat(specs(definitions)).hasSize(KINDS.size());
    }

    @Test
    void openApiV3KeepsDeclaredPropertiesUnchanged() {
        JsonObject schemas = Kinds.json(new OpenApiV3(Json.CODEC).document(GROUP_VERSION, KINDS, null))
                .objectOrEmpty("components")
                .objectOrEmpty("schemas");
        Map<String, JsonObject> published = specs(schemas);

        for (ApplicationKind kind : KINDS) {
            JsonObject declared = kind.schema().json();
            JsonObject properties = declared.objectOrEmpty("properties");
            assertThat(published
                            .getOrDefault(Definitions.of(kind), JsonObject.EMPTY)
                            .objectOrEmpty("properties"))
                    .as(kind.names().kind())
                    .isEqualTo(properties);
        }
    }

    private static Map<String, JsonObject> specs(JsonObject schemas) {
        Map<String, JsonObject> specs = new LinkedHashMap<>();
        for (String name : schemas.names()) {
            schemas.objectOrEmpty(name)
                    .objectOrEmpty("properties")
                    .object("spec")
                    .ifPresent(spec -> specs.put(name, spec));
        }
        return specs;
    }

    private static ApplicationKind kind(byte[] yaml) {
        JsonObject application =
                ((JsonObject) Json.CODEC.parseYaml(yaml)).objectOrEmpty("spec").objectOrEmpty("application");
        String schema = application.stringOrEmpty("openAPISchema");
        return Kinds.kind(
                GROUP_VERSION.group(),
                GROUP_VERSION.version(),
                application.stringOrEmpty("kind"),
                application.stringOrEmpty("plural"),
                schema.isEmpty() ? "{}" : schema);
    }
}
