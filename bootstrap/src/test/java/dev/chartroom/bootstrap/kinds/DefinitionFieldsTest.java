package dev.chartroom.bootstrap.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.FieldTables;
import dev.chartroom.bootstrap.GeneratedDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * docs/reference/definition-fields.md has every field of the CustomResourceDefinition of KindDefinition. With
 * {@code -Ddocs.write=true}, it is rewritten.
 */
class DefinitionFieldsTest {
    private static final String HEADER = """
            # Fields of a KindDefinition

            This page lists every field of `chartroom.dev/v1alpha1`. A test generates it from
            [the CustomResourceDefinition](../../deploy/crds/kinddefinitions.yaml), so `kubectl explain kinddefinition` prints the same
            texts. [Kind definitions](../kind-definitions.md) has an example, and the rules that complement this list.

            `[]` after a name means a list of such objects. A field whose default is empty has none.
            """;

    private static final Path CRD = Path.of("../deploy/crds/kinddefinitions.yaml");

    @Test
    void pageHasEveryFieldOfTheCrd() throws IOException {
        JsonObject crd = (JsonObject) new JacksonCodec().parseYaml(Files.readAllBytes(CRD));
        JsonObject schema = crd.objectOrEmpty("spec")
                .arrayOrEmpty("versions")
                .objects()
                .getFirst()
                .objectOrEmpty("schema")
                .objectOrEmpty("openAPIV3Schema");
        FieldTables tables = FieldTables.of(
                schema, path -> path.matches("status|spec([.]\\w+(\\[])?|[.]versions\\[][.]conversion)?"));

        assertThat(tables.size()).isGreaterThan(150);
        GeneratedDocument.assertIs("reference/definition-fields.md", tables.text(HEADER, "The definition"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '~',
            value = {
                "A path such as spec.users[*].name, or * => A path such as `spec.users[*].name`, or `*`",
                "Run \"kubectl get a_b\" again. => Run `kubectl get a_b` again.",
                "The labels of $(release). => The labels of `$(release)`.",
                "Defaults to openAPIV3Schema. => Defaults to `openAPIV3Schema`.",
                "Such as -1 or 10m. => Such as -1 or 10m."
            })
    void namesAndPathsAreCode(String description, String markdown) {
        assertThat(FieldTables.markdown(description)).isEqualTo(markdown);
    }
}
