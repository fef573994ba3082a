package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.SchemaRules;
import dev.chartroom.apimachinery.status.FieldError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of real definitions. A test is skipped if its files are not beside the project. */
class RealRulesTest {
    private static final Path DATA = Path.of("../../shared/data");
    private static final Path DEFINITIONS = DATA.resolve("cozystack/definitions");
    private static final Path FLUX = DATA.resolve("flux/helmreleases-crd.yaml");

    /** Every rule makes its field immutable. */
    @Test
    void everyCozystackRuleIsEnforcedAtItsFieldPath() throws IOException {
        assumeTrue(Files.isDirectory(DEFINITIONS));
        int ruled = 0;
        try (Stream<Path> files = Files.list(DEFINITIONS)) {
            for (Path file : files.sorted().toList()) {
                JsonObject schema = TestYaml.object(application(file).stringOrEmpty("openAPISchema"));
                SchemaRules rules = new CelExpressions().rules(schema);
                for (List<String> path : ruled(schema)) {
                    JsonObject before = at(path, "a");
                    JsonObject after = at(path, "b");
                    String place = "spec." + String.join(".", path);

                    assertThat(rules.check("spec", before, before)).as(place).isEmpty();
                    assertThat(rules.check("spec", after, before))
                            .as(file.toString())
                            .extracting(FieldError::toString)
                            .containsExactly(place + ": Invalid value: \"b\": " + path.getLast() + " is immutable");
                    ruled++;
                }
            }
        }

        assertThat(ruled).isGreaterThanOrEqualTo(12);
    }

    private static List<List<String>> ruled(JsonObject schema) {
        List<List<String>> paths = new ArrayList<>();
        schema.objectOrEmpty("properties").members().forEach((name, property) -> {
            JsonObject member = (JsonObject) property;
            if (member.has("x-kubernetes-validations")) {
                paths.add(List.of(name));
            }
            ruled(member)
                    .forEach(below -> paths.add(
                            Stream.concat(Stream.of(name), below.stream()).toList()));
        });
        return paths;
    }

    private static JsonObject at(List<String> path, String value) {
        JsonValue wrapped = new JsonString(value);
        for (String name : path.reversed()) {
            wrapped = JsonObject.of(name, wrapped);
        }
        return (JsonObject) wrapped;
    }

    @Test
    void fluxChartOrChartRefRuleIsEnforced() {
        assumeTrue(Files.isRegularFile(FLUX));
        JsonObject crd = TestYaml.readObject(FLUX);
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
                assertThat(rules.check("spec", TestYaml.object("{interval: 5m}"), null))
                        .extracting(FieldError::toString)
                        .contains("spec: Invalid value: either chart or chartRef must be set");
                assertThat(rules.check("spec", TestYaml.object("{chart: {}, interval: 5m}"), null))
                        .isEmpty();
            }
        }

        assertThat(ruled).isPositive();
    }

    private static JsonObject application(Path file) {
        JsonValue document = TestYaml.read(file);
        JsonObject definition = document instanceof JsonArray list ? (JsonObject) list.get(0) : (JsonObject) document;
        return definition.objectOrEmpty("spec").objectOrEmpty("application");
    }
}
