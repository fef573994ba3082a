package dev.chartroom.bootstrap.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The JSON Schemas for editors match those generated from the CustomResourceDefinition. They accept and reject the same
 * definitions as the reader. With {@code -Dschemas.write=true} the test rewrites them:
 *
 * <pre>mvn test -pl bootstrap -am -Dtest=DefinitionSchemasTest -Dsurefire.failIfNoSpecifiedTests=false -Dschemas.write=true
 * </pre>
 */
class DefinitionSchemasTest {
    private static final Path CRD = Path.of("../deploy/crds/kinddefinitions.yaml");
    private static final Path FOLDER = Path.of("../deploy/schemas");
    private static final Path COZYSTACK = Path.of("../../shared/data/cozystack/definitions");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```yaml\n(apiVersion: .*?)```");
    private static final JacksonCodec CODEC = new JacksonCodec();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String FULL = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: redises.apps.example.com, labels: {m: n}}
            spec:
              group: apps.example.com
              names: {kind: Redis, plural: redises, singular: redis, listKind: RedisList, shortNames: [rd], categories: [db]}
              description: A store.
              icon: data:image/svg+xml;base64,PHN2Zz4=
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: string}}}}}}
                  additionalPrinterColumns:
                    - {name: Size, type: string, jsonPath: .spec.size, priority: 1, description: S., format: byte}
                    - {name: Twice, type: string, expression: self.spec.size + self.spec.size}
              sensitivePaths: [spec.size]
              immutablePaths: [spec.size]
              deletion: {policy: uninstall, protected: true, suspended: refuse}
              status:
                conditions: [{type: TestSuccess, as: Tested}]
                fields: [{name: chart, type: string, description: C., jsonPath: .status.helmChart}]
              form:
                order: [spec.size]
                groups: [{title: All, description: D., fields: [spec.size]}]
                fields: [{path: spec.size, title: Size, widget: size, hidden: false}]
              release:
                prefix: redis-
                chartRef: {kind: OCIRepository, name: redis, namespace: charts}
                labels: {a: b}
                interval: 5m
                maxHistory: 3
                waitStrategy: poller
            status: {conditions: []}
            """;

    @Test
    void publishedSchemasMatchTheCrd() throws IOException {
        DefinitionSchemas schemas = schemas();
        for (var file : List.of(
                new Published("kinddefinition", schemas.ofKindDefinition()),
                new Published("applicationdefinition", schemas.ofApplicationDefinition()))) {
            Path path = FOLDER.resolve(file.name() + ".schema.json");
            String text = MAPPER.writerWithDefaultPrettyPrinter()
                            .writeValueAsString(MAPPER.readTree(file.schema().toString()))
                    + "\n";
            if (Boolean.getBoolean("schemas.write")) {
                Files.writeString(path, text);
            }
            assertThat(path).hasContent(text);
        }
    }

    private record Published(String name, JsonObject schema) {}

    @Test
    void schemasAdmitEveryDefinitionThatTheReaderAccepts() throws IOException {
        List<JsonObject> definitions = new ArrayList<>(List.of(yaml(FULL)));
        for (String page : List.of("kind-definitions.md", "tasks/follow-a-chart.md")) {
            EXAMPLE.matcher(Files.readString(Path.of("../docs", page)))
                    .results()
                    .forEach(example -> definitions.add(yaml(example.group(1))));
        }
        definitions.addAll(files(Path.of("src/main/resources/catalogue")));
        definitions.addAll(Files.isDirectory(COZYSTACK) ? files(COZYSTACK) : List.of());

        assertThat(definitions).hasSizeGreaterThan(10);
        for (JsonObject definition : definitions) {
            if (isRead(definition)) {
                assertThat(problems(definition)).as(definition.toString()).isEmpty();
            }
        }
        assertThat(definitions.stream().filter(DefinitionSchemasTest::isRead)).hasSizeGreaterThan(10);
        assertThat(isRead(yaml(FULL))).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '`',
            value = {
                "group: apps.example.com => grupe: apps.example.com",
                "kind: KindDefinition => kind: KindDefinitions",
                "chartroom.dev/v1alpha1 => chartroom.dev/v1",
                "plural: redises, => plurals: redises,",
                "shortNames: [rd] => shortNames: rd",
                "served: true => served: 'true'",
                "type: string, jsonPath => type: text, jsonPath",
                "priority: 1 => priority: -1",
                "format: byte => format: bites",
                "jsonPath: .spec.size => JSONPath: .spec.size",
                "{type: TestSuccess, as: Tested} => {as: Tested}",
                "as: Tested => is: Tested",
                "name: chart, type: string => name: chart, type: date",
                "title: All, => heading: All,",
                "hidden: false => hidden: no",
                "icon: data:image => icon: https://example.com/image",
                "path: spec.size, title => title",
                "order: [spec.size] => order: spec.size",
                "immutablePaths: [spec.size] => immutable: [spec.size]",
                "policy: uninstall => policy: orphan",
                "protected: true => protected: often",
                "suspended: refuse => suspended: warn",
                "kind: OCIRepository => kind: HelmRepository",
                "prefix: redis- => prefix: 7",
                "maxHistory: 3 => maxHistory: many",
                "waitStrategy: poller => waitStrategy: watcher",
                "labels: {a: b} => labels: {a: 5}",
            })
    void malformedKindDefinitionIsInvalid(String good, String bad) {
        assertThat(FULL).contains(good);
        JsonObject changed = yaml(FULL.replace(good, bad));

        assertThat(isRead(changed)).isFalse();
        assertThat(problems(changed)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '`',
            value = {
                "singular: redis => singularity: redis",
                "plural: redises => plural: 5",
                "openAPISchema: '{}' => openAPISchema: {}",
                "prefix: redis-, => prefixes: redis-,",
                "kind: ExternalArtifact => kind: Chart",
                "release: { => releases: {",
            })
    void malformedApplicationDefinitionIsInvalid(String good, String bad) {
        String definition = """
                apiVersion: cozystack.io/v1alpha1
                kind: ApplicationDefinition
                metadata: {name: redis}
                spec:
                  application: {kind: Redis, plural: redises, singular: redis, openAPISchema: '{}'}
                  release: {prefix: redis-, chartRef: {kind: ExternalArtifact, name: redis}, unknown: 1}
                  dashboard: {category: x, icon: y, keysOrder: [[spec, a]]}
                """;
        assertThat(problems(yaml(definition))).isEmpty();
        assertThat(definition).contains(good);
        JsonObject changed = yaml(definition.replace(good, bad));

        assertThat(isRead(changed)).isFalse();
        assertThat(problems(changed)).isNotEmpty();
    }

    private static boolean isRead(JsonObject definition) {
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> CODEC.parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions());
        return reader.read("x", definition) instanceof Declaration.Valid;
    }

    /**
     * Validates with the schema of the definition's format, or with that of KindDefinition if the format is unknown.
     */
    private static List<String> problems(JsonObject definition) {
        boolean ours = !definition.stringOrEmpty("kind").equals("ApplicationDefinition");
        Path file = FOLDER.resolve((ours ? "kinddefinition" : "applicationdefinition") + ".schema.json");
        try {
            JsonSchema schema =
                    JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(MAPPER.readTree(Files.readString(file)));
            return schema.validate(MAPPER.readTree(definition.toString())).stream()
                    .map(Object::toString)
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DefinitionSchemas schemas() throws IOException {
        JsonObject crd = yaml(Files.readString(CRD));
        return new DefinitionSchemas(crd.objectOrEmpty("spec")
                .arrayOrEmpty("versions")
                .objects()
                .getFirst()
                .objectOrEmpty("schema")
                .objectOrEmpty("openAPIV3Schema"));
    }

    private static List<JsonObject> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .map(file -> {
                        try {
                            return yaml(Files.readString(file));
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .toList();
        }
    }

    private static JsonObject yaml(String text) {
        return (JsonObject) CODEC.parseYaml(text.getBytes(StandardCharsets.UTF_8));
    }
}
