package dev.chartroom.bootstrap.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.bootstrap.kinds.Finding.Severity;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefinitionLintTest {
    private static final String GOOD = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata:
              name: redises.apps.example.com
            spec:
              group: apps.example.com
              description: Keeps what was asked for.
              names: {kind: Redis, plural: redises}
              versions:
              - name: v1alpha1
                served: true
                storage: true
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec:
                        type: object
                        properties:
                          size:
                            description: How large it is.
                            type: string
                            default: 1Gi
              release:
                prefix: redis-
                chartRef: {kind: OCIRepository, namespace: charts, name: redis}
            """;

    private final JacksonCodec codec = new JacksonCodec();

    @TempDir
    private Path folder;

    @Test
    void goodDefinitionHasNoFindings() throws IOException {
        assertThat(lint(GOOD)).isEmpty();
    }

    @Test
    void refusalsHaveTheLineOfTheField() throws IOException {
        List<String> findings = lint(GOOD.replace("group: apps.example.com", "group: apps")
                .replace("served: true", "served: false")
                .replace("prefix: redis-", "prefix: redis-\n    interval: often")
                .replace("  release:", "  unknown: 1\n  release:"));

        assertThat(findings)
                .hasSize(4)
                .anySatisfy(finding -> assertThat(finding).startsWith("0.yaml:6: refused: spec.group: must be"))
                .anySatisfy(finding -> assertThat(finding).startsWith("0.yaml:9: refused: spec.versions: "))
                .anySatisfy(finding -> assertThat(finding).isEqualTo("0.yaml:24: refused: spec.unknown: unknown field"))
                .anySatisfy(finding -> assertThat(finding).startsWith("0.yaml:27: refused: spec.release.interval: "));
    }

    @Test
    void prunedDefaultOfAnApplicationDefinition_warnsAtTheLineOfTheSchema() throws IOException {
        assertThat(lint("""
                apiVersion: cozystack.io/v1alpha1
                kind: ApplicationDefinition
                metadata: {name: cache}
                spec:
                  application:
                    kind: Cache
                    plural: caches
                    singular: cache
                    openAPISchema: '{"properties":{"a":{"type":"object","description":"d","default":{"b":1}}}}'
                  release:
                    prefix: cache-
                    chartRef: {kind: OCIRepository, namespace: charts, name: cache}
                  dashboard: {description: Keeps.}
                """))
                .containsExactly("0.yaml:9: warning: spec.a: default is pruned: default: must not have unknown fields:"
                        + " default.b");
    }

    @Test
    void schemaProblemsHaveTheirLineInTheSchema() throws IOException {
        assertThat(lint(GOOD.replace("default: 1Gi", "default: 1")))
                .singleElement()
                .asString()
                .startsWith("0.yaml:23: refused: spec.versions[0].schema.openAPIV3Schema.properties.spec: ");
        assertThat(lint(GOOD.replace("default: 1Gi", "const: 1Gi")))
                .singleElement()
                .asString()
                .startsWith("0.yaml:23: refused: ")
                .endsWith("const: must not be used: use enum with one value");
    }

    @Test
    void missingFieldHasTheLineOfItsParent() throws IOException {
        assertThat(lint(GOOD.replace("    prefix: redis-\n", "")))
                .containsExactly("0.yaml:24: refused: spec.release.prefix: required, but may be empty");
    }

    @Test
    void findingsInJsonFilesHaveALineNumber() throws IOException {
        Path file = Files.writeString(folder.resolve("kind.json"), """
                {
                  "apiVersion": "chartroom.dev/v1alpha1",
                  "kind": "KindDefinition",
                  "metadata": {"name": "a.b.example.com"},
                  "spec": {
                    "group": "b.example.com",
                    "surplus": true
                  }
                }
                """);

        assertThat(findings(List.of(file)))
                .extracting(Finding::toString)
                .contains(file + ":7: refused: spec.surplus: unknown field");
    }

    @Test
    void invalidYamlIsRefusedWithItsLine() throws IOException {
        assertThat(lint("a: 1\nb: [\nc: 2\n"))
                .singleElement()
                .asString()
                .matches("0\\.yaml:\\d: refused: the file is not valid YAML: .*");
        assertThat(findings(List.of(folder.resolve("missing.yaml"))))
                .extracting(Finding::sentence)
                .containsExactly("the file does not exist");
    }

    @Test
    void duplicateNameIsRefusedInTheLaterFile() throws IOException {
        assertThat(lint(GOOD, GOOD))
                .singleElement()
                .asString()
                .startsWith("1.yaml: refused: ")
                .contains("0.yaml");
    }

    @Test
    void overlappingPrefixes_warnAtTheLineOfThePrefix() throws IOException {
        String other = GOOD.replace("redises", "clusters")
                .replace("kind: Redis,", "kind: Cluster,")
                .replace("prefix: redis-", "prefix: redis-cluster-");

        assertThat(lint(other, GOOD))
                .containsExactly(
                        "1.yaml:25: warning: the release prefix \"redis-\" of redises.apps.example.com overlaps"
                                + " with \"redis-cluster-\" of clusters.apps.example.com");
    }

    @Test
    void missingDescriptionsDefaultsAndNamespacesAreAdvice() throws IOException {
        List<String> findings = lint(GOOD.replace("  description: Keeps what was asked for.\n", "")
                .replace("namespace: charts, ", "")
                .replace("                description: How large it is.\n", "")
                .replace("                default: 1Gi\n", "                readOnly: true\n"));

        assertThat(findings)
                .containsExactly(
                        "0.yaml:5: advice: the kind has no description for kubectl explain",
                        "0.yaml:19: advice: spec.size has no description for kubectl explain",
                        "0.yaml:19: advice: spec.size has no default; users cannot see the effective value",
                        "0.yaml:21: advice: the keyword readOnly of spec.size is unknown and ignored",
                        "0.yaml:24: advice: the chart has no namespace, so Flux looks for the chart in the namespace of each object");
    }

    @Test
    void unmarkedSecretsAndHiddenDefaultsAreAdvice() throws IOException {
        String login = """
                  default: 1Gi
                login:
                  description: Who may log in.
                  type: object
                  properties:
                    adminPassword:
                      description: Of the administrator.
                      type: string
                      default: guest
                """.indent(14);

        assertThat(lint(GOOD.replace("                default: 1Gi\n", login)))
                .containsExactly(
                        "0.yaml:24: advice: spec.login has no default; if the field is left out, the server does not apply the defaults inside it;"
                                + " \"default: {}\" applies them",
                        "0.yaml:28: advice: spec.login.adminPassword looks like a secret; \"x-kubernetes-sensitive:"
                                + " true\" keeps it out of the audit log");
    }

    @Test
    void schemaWithoutFieldsIsAdvice() throws IOException {
        String schema = """
                            properties:
                              size:
                                description: How large it is.
                                type: string
                                default: 1Gi
                """;

        assertThat(lint(GOOD.replace(schema.indent(0), "            x-kubernetes-preserve-unknown-fields: true\n")))
                .singleElement()
                .asString()
                .contains("advice: the schema declares no fields");
    }

    @Test
    void catalogueFilesHaveNoRefusals() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/catalogue"))) {
            List<Path> catalogue = files.sorted().toList();

            assertThat(catalogue).hasSizeGreaterThan(5);
            assertThat(findings(catalogue)).noneMatch(finding -> finding.severity() == Severity.REFUSED);
        }
    }

    private List<String> lint(String... definitions) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String definition : definitions) {
            files.add(Files.writeString(folder.resolve(files.size() + ".yaml"), definition));
        }
        return findings(files).stream()
                .map(finding -> finding.toString().replace(folder + "/", ""))
                .toList();
    }

    private List<Finding> findings(List<Path> files) {
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> codec.parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions());
        return new DefinitionLint(codec, new YamlLayoutReader(), reader).findings(files);
    }
}
