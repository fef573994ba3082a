package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.CommandOutput;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A kube-apiserver accepts the output of {@code chartroom kind schema --format crd}. Nothing is stored. */
@RequiresControlPlane
class KindSchemaTest {
    private static final Path CATALOGUE = Path.of("../bootstrap/src/main/resources/catalogue");

    private static ControlPlane controlPlane;
    private static Path folder;

    @BeforeAll
    static void start() {
        controlPlane = ControlPlane.shared();
        folder = ModuleDirectory.newWorkDirectory("kind-schema");
    }

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(CATALOGUE)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void crdOfAnExampleIsAccepted(Path definition) throws IOException {
        accept(definition);
    }

    @Test
    void crdWithVersionsRulesAndOpenFieldsIsAccepted() throws IOException {
        accept(Files.writeString(folder.resolve("definition.yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: lamps.schema.example.com}
                spec:
                  group: schema.example.com
                  names: {kind: Lamp, plural: lamps, shortNames: [lp], categories: [all]}
                  description: A lamp.
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec:
                              type: object
                              required: [size]
                              x-kubernetes-validations: [{rule: "self.size < 10", message: too large}]
                              properties:
                                size: {type: integer, minimum: 0, default: 1}
                                port: {x-kubernetes-int-or-string: true}
                                tags: {type: object, additionalProperties: {type: string}}
                                open: {type: object, x-kubernetes-preserve-unknown-fields: true}
                                list: {type: array, maxItems: 3, items: {type: string}, x-kubernetes-list-type: set}
                                color: {type: string, nullable: true, enum: [red, blue]}
                    - name: v1beta1
                      served: true
                      storage: false
                      deprecated: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec:
                              type: object
                              required: [extent]
                              properties:
                                extent: {type: integer, minimum: 0, maximum: 9, default: 1}
                                port: {x-kubernetes-int-or-string: true}
                                tags: {type: object, additionalProperties: {type: string}}
                                open: {type: object, x-kubernetes-preserve-unknown-fields: true}
                                list: {type: array, maxItems: 3, items: {type: string}, x-kubernetes-list-type: set}
                                color: {type: string, nullable: true, enum: [red, blue]}
                      conversion: {rules: [{move: {from: spec.extent, to: spec.size}}]}
                  release: {prefix: lamp-, chartRef: {kind: OCIRepository, name: lamp}}
                """));
    }

    private static void accept(Path definition) throws IOException {
        CommandOutput schema = CommandOutput.of("kind", "schema", "--format", "crd", definition.toString());
        assertThat(schema.err()).isEmpty();
        Path crd = Files.writeString(folder.resolve("crd-" + definition.getFileName()), schema.out());

        assertThat(controlPlane
                        .kubectl()
                        .succeed("create", "--dry-run=server", "--validate=strict", "-f", crd.toString()))
                .contains("created (server dry run)");
    }
}
