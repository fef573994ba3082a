package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.schema.SchemaRules;
import dev.chartroom.domain.status.FieldError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of real definitions, where they lie beside the project. */
class RealRulesTest {
    private static final Path DATA = Path.of("../../shared/data");
    private static final Path DEFINITIONS = DATA.resolve("cozystack/definitions");
    private static final Path FLUX = DATA.resolve("flux/helmreleases-crd.yaml");

    @Test
    void cozystacksRulesAreEnforced() throws IOException {
        assumeTrue(Files.isDirectory(DEFINITIONS));
        List<String> enforced = new ArrayList<>();
        try (Stream<Path> files = Files.list(DEFINITIONS)) {
            for (Path file : files.sorted().toList()) {
                String schema = application(file).stringOrEmpty("openAPISchema");
                if (schema.contains("x-kubernetes-validations")) {
                    SchemaRules rules = new CelExpressions().rules(TestJson.object(schema));
                    String field = schema.contains("\"storageClass\"") ? "storageClass" : "";
                    JsonObject before = JsonObject.builder().put(field, "a").build();
                    JsonObject after = JsonObject.builder().put(field, "b").build();

                    assertThat(rules.check("spec", before, before))
                            .as(file.toString())
                            .isEmpty();
                    rules.check("spec", after, before).stream()
                            .map(FieldError::toString)
                            .forEach(enforced::add);
                }
            }
        }

        assertThat(enforced)
                .hasSizeGreaterThan(5)
                .contains("spec.storageClass: Invalid value: \"b\": storageClass is immutable");
    }

    @Test
    void fluxsRulesAreEnforced() {
        assumeTrue(Files.isRegularFile(FLUX));
        JsonObject crd = (JsonObject) TestJson.read(FLUX);
        int ruled = 0;
        for (JsonValue version : crd.objectOrEmpty("spec").arrayOrEmpty("versions")) {
            JsonObject spec = ((JsonObject) version)
                    .objectOrEmpty("schema")
                    .objectOrEmpty("openAPIV3Schema")
                    .objectOrEmpty("properties")
                    .objectOrEmpty("spec");
            SchemaRules rules = new CelExpressions().rules(spec);
            if (!SchemaRules.NONE.equals(rules)) {
                ruled++;
                assertThat(rules.check("spec", TestJson.object("{interval: 5m}"), null))
                        .extracting(FieldError::toString)
                        .contains("spec: Invalid value: either chart or chartRef must be set");
                assertThat(rules.check("spec", TestJson.object("{chart: {}, interval: 5m}"), null))
                        .isEmpty();
            }
        }

        assertThat(ruled).isPositive();
    }

    private static JsonObject application(Path file) {
        JsonValue document = TestJson.read(file);
        JsonObject definition = document instanceof JsonArray list ? (JsonObject) list.get(0) : (JsonObject) document;
        return definition.objectOrEmpty("spec").objectOrEmpty("application");
    }
}
