package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** KindSchemaTest of the module e2e sends the CustomResourceDefinition to a kube-apiserver. */
class SchemaCommandTest {
    private static final String DEFINITION = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: lamps.apps.example.com}
            spec:
              group: apps.example.com
              names: {kind: Lamp, plural: lamps, shortNames: [lp]}
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
                          properties:
                            size: {type: integer, minimum: 1, maximum: 9, exclusiveMaximum: true}
                            color: {type: string, enum: [red, blue], nullable: true}
                            port: {x-kubernetes-int-or-string: true}
                            tags: {type: object, additionalProperties: {type: string, maxLength: 3}}
                            extra: {type: object, x-kubernetes-preserve-unknown-fields: true}
              release: {prefix: lamp-, chartRef: {kind: OCIRepository, name: lamp}}
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"size\": 8, \"color\": null, \"port\": \"http\", \"tags\": {\"a\": \"b\"}, \"extra\": {\"any\": 1}} | ",
                "{\"size\": 1, \"color\": \"red\", \"port\": 80} | ",
                "{} | size",
                "{\"size\": 9} | exclusive",
                "{\"size\": 0} | minimum",
                "{\"size\": 2, \"color\": \"green\"} | enumeration",
                "{\"size\": 2, \"port\": true} | port",
                "{\"size\": 2, \"colour\": \"red\"} | colour",
                "{\"size\": 2, \"tags\": {\"a\": \"long\"}} | 3 characters",
            })
    void jsonSchemaAcceptsValidObjectsOnly(String spec, String problem) throws IOException {
        JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
                .getSchema(run("--format", "json-schema").out());

        assertThat(schema.validate(new ObjectMapper().readTree("""
                        {"apiVersion": "apps.example.com/v1", "kind": "Lamp", "metadata": {"name": "a"}, "spec": %s}
                        """.formatted(spec)))
                        .toString())
                .contains(problem == null ? "[]" : problem);
    }

    @Test
    void crdIsMarkedAsNotToBeApplied() throws IOException {
        CommandRun run = run("--format", "crd");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("# For editors, validators and policy engines only. Do not apply")
                .contains("kind: CustomResourceDefinition", "name: lamps.apps.example.com", "- lp", "storage: true");
    }

    @Test
    void versionThatIsNotServed_exitsTwo() throws IOException {
        CommandRun run = run("--api-version", "v2");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("chartroom: --api-version: the definition does not serve \"v2\"; did you mean \"v1\"?\n");
    }

    @Test
    void unknownFormatOrRefusedDefinition_exitsTwo() throws IOException {
        assertThat(run("--format", "openapi").err()).contains("must be crd or json-schema, not \"openapi\"");

        String bad =
                Files.writeString(folder.resolve("bad.yaml"), "kind: Pod\n").toString();
        CommandRun run = CommandRun.of("kind", "schema", bad);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("chartroom: " + bad + ": refused: ");
    }

    private CommandRun run(String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("lamp.yaml"), DEFINITION);
        String[] arguments = new String[options.length + 3];
        arguments[0] = "kind";
        arguments[1] = "schema";
        arguments[2] = file.toString();
        System.arraycopy(options, 0, arguments, 3, options.length);
        return CommandRun.of(arguments);
    }
}
