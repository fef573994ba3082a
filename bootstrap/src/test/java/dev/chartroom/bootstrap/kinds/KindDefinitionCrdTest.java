package dev.chartroom.bootstrap.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The CustomResourceDefinition of KindDefinition has the fields that Chartroom reads, each with a description. */
class KindDefinitionCrdTest {
    private static final Path CRD = Path.of("../deploy/crds/kinddefinitions.yaml");
    private static final Path READERS = Path.of("../domain/src/main/java/dev/chartroom/domain/definition");
    private static final Pattern FIELD_READ = Pattern.compile(
            "\\.(?:text|textOr|texts|flag|count|duration|durationOrNull|labels|annotations|object|objects|objectOrEmpty|ignore)\\(\"(\\w+)\"");
    private static final JacksonCodec CODEC = new JacksonCodec();

    @Test
    void crdDefinesEveryFieldThatTheReadersRead() throws IOException {
        Set<String> read = new TreeSet<>();
        for (String reader : List.of(
                "KindDefinitionReader",
                "VersionReader",
                "ConversionReader",
                "FromChart",
                "NamesReader",
                "IconReader",
                "PrinterColumnReader",
                "ValueSourceReader",
                "StatusReader",
                "FormReader",
                "SubresourcesReader",
                "ReleaseTemplateReader",
                "ChartTemplateReader",
                "FluxActionReader")) {
            FIELD_READ
                    .matcher(Files.readString(READERS.resolve(reader + ".java")))
                    .results()
                    .forEach(field -> read.add(field.group(1)));
        }
        Set<String> defined = new TreeSet<>();
        properties().keySet().forEach(path -> defined.add(path.substring(path.lastIndexOf('.') + 1)));

        assertThat(read)
                .hasSizeGreaterThan(60)
                .contains("shortNames", "healthCheckExprs", "targetPath", "sourceRef", "retries");
        assertThat(defined).containsAll(read);
    }

    @Test
    void readerAcceptsEveryFieldOfTheCrd() throws IOException {
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> CODEC.parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions());
        JsonObject definition = ((JsonObject) example(schema()))
                .with("apiVersion", new JsonString("chartroom.dev/v1alpha1"))
                .with("kind", new JsonString("KindDefinition"));

        assertThat(refusal(reader, definition)).doesNotContain("unknown field");
        assertThat(refusal(
                        reader,
                        definition.with("spec", definition.objectOrEmpty("spec").with("planted", JsonBoolean.TRUE))))
                .contains("spec.planted: unknown field");
    }

    /**
     * Metadata is the exception: a CustomResourceDefinition may not describe it, and the kube-apiserver explains it.
     */
    @Test
    void everyFieldOfTheCrdHasADescription() throws IOException {
        Map<String, JsonObject> explained = properties();
        assertThat(explained.remove(".metadata")).isNotNull();

        assertThat(explained)
                .hasSizeGreaterThan(50)
                .allSatisfy((path, schema) ->
                        assertThat(schema.stringOrEmpty("description")).as(path).isNotBlank());
    }

    private static String refusal(DefinitionReader reader, JsonObject definition) {
        return reader.read("the example", definition) instanceof Declaration.Refused refused ? refused.message() : "";
    }

    private static JsonObject schema() throws IOException {
        JsonObject crd = (JsonObject) CODEC.parseYaml(Files.readAllBytes(CRD));
        return crd.objectOrEmpty("spec")
                .arrayOrEmpty("versions")
                .objects()
                .getFirst()
                .objectOrEmpty("schema")
                .objectOrEmpty("openAPIV3Schema");
    }

    private static Map<String, JsonObject> properties() throws IOException {
        Map<String, JsonObject> all = new TreeMap<>();
        collect("", schema(), all);
        return all;
    }

    private static void collect(String path, JsonObject schema, Map<String, JsonObject> all) {
        JsonObject properties = schema.objectOrEmpty("properties");
        for (String name : properties.names()) {
            all.put(path + "." + name, properties.objectOrEmpty(name));
            collect(path + "." + name, properties.objectOrEmpty(name), all);
        }
        schema.object("items").ifPresent(items -> collect(path + "[]", items, all));
    }

    /** Returns a value that has every field of a schema. */
    private static JsonValue example(JsonObject schema) {
        return switch (schema.stringOrEmpty("type")) {
            case "object" -> {
                JsonObject.Builder object = JsonObject.builder();
                JsonObject properties = schema.objectOrEmpty("properties");
                properties.names().forEach(name -> object.put(name, example(properties.objectOrEmpty(name))));
                yield object.build();
            }
            case "array" -> new JsonArray(List.of(example(schema.objectOrEmpty("items"))));
            case "boolean" -> JsonBoolean.TRUE;
            case "integer" -> JsonNumber.of(1);
            case "string" -> new JsonString("x");
            case "" -> {
                assertThat(schema.isTrue("x-kubernetes-preserve-unknown-fields"))
                        .as("%s", schema)
                        .isTrue();
                yield new JsonString("x");
            }
            default -> throw new IllegalArgumentException("no such type: " + schema);
        };
    }
}
