package dev.chartroom.domain.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The example kinds that are packaged with the program. */
class ExampleCatalogueTest {
    private static final Path FOLDER = Path.of("../bootstrap/src/main/resources/catalogue");

    private final List<Declaration> declarations = new ArrayList<>();

    @BeforeEach
    void read() throws IOException {
        DefinitionReader reader = new DefinitionReader(Settings.DEFAULT, TestYaml::parse, SchemaExpressions.JDK);
        try (Stream<Path> paths = Files.list(FOLDER)) {
            paths.sorted()
                    .forEach(path ->
                            declarations.add(reader.read(path.getFileName().toString(), TestYaml.readObject(path))));
        }
    }

    @Test
    void everyFileIsAcceptedWithoutConflictsOrWarnings() {
        KindRegistry registry = KindRegistry.assemble(declarations);

        assertThat(registry.refusals()).isEmpty();
        assertThat(registry.warnings()).isEmpty();
        assertThat(registry.kinds())
                .extracting(kind -> kind.names().kind())
                .containsExactly(
                        "Bucket", "Kafka", "NATS", "Postgres", "RabbitMQ", "Redis", "StaticSite", "VirtualMachine");
    }

    @Test
    void aFileIsNamedAfterThePlural() {
        assertThat(declarations)
                .allSatisfy(declaration ->
                        assertThat(kind(declaration).names().plural() + ".yaml").isEqualTo(declaration.source()));
    }

    @Test
    void everyFieldHasADescription() {
        for (Declaration declaration : declarations) {
            ApplicationKind kind = kind(declaration);
            assertThat(kind.description()).as(declaration.source()).isNotEmpty();
            assertThat(undescribed("spec", kind.schema().json()))
                    .as(declaration.source())
                    .isEmpty();
        }
    }

    @Test
    void redisHasTheDocumentedFields() {
        JsonObject properties = KindRegistry.assemble(declarations)
                .find("apps.example.com", "v1alpha1", "redises")
                .orElseThrow()
                .schema()
                .json()
                .objectOrEmpty("properties");

        assertThat(properties.objectOrEmpty("replicas")).satisfies(replicas -> {
            assertThat(replicas.stringOrEmpty("type")).isEqualTo("integer");
            assertThat(replicas.has("default")).isTrue();
        });
        assertThat(properties.objectOrEmpty("size")).satisfies(size -> {
            assertThat(size.isTrue("x-kubernetes-int-or-string")).isTrue();
            assertThat(size.has("default")).isTrue();
        });
        assertThat(properties.objectOrEmpty("version").arrayOrEmpty("enum").size())
                .isGreaterThan(1);
        assertThat(properties.objectOrEmpty("resources").stringOrEmpty("type")).isEqualTo("object");
    }

    private static ApplicationKind kind(Declaration declaration) {
        assertThat(declaration).isInstanceOf(Declaration.Valid.class);
        return ((Declaration.Valid) declaration).kind();
    }

    private static List<String> undescribed(String path, JsonObject schema) {
        List<String> paths = new ArrayList<>();
        if (schema.stringOrEmpty("description").isEmpty()) {
            paths.add(path);
        }
        schema.objectOrEmpty("properties")
                .members()
                .forEach((name, property) -> paths.addAll(undescribed(path + "." + name, (JsonObject) property)));
        schema.object("items").ifPresent(items -> paths.addAll(undescribed(path + "[]", items)));
        schema.object("additionalProperties").ifPresent(value -> paths.addAll(undescribed(path + "{}", value)));
        return paths;
    }
}
