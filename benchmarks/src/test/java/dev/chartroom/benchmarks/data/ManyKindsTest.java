package dev.chartroom.benchmarks.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManyKindsTest {
    private static final JacksonCodec CODEC = new JacksonCodec();

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 999})
    void definitionsAreValidAndTheirSchemasHaveAboutTenKilobytes(int number) {
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> CODEC.parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions());
        JsonObject definition =
                (JsonObject) CODEC.parseYaml(ManyKinds.definition(number, "").getBytes(StandardCharsets.UTF_8));

        assertThat(reader.read("file", definition)).isInstanceOfSatisfying(Declaration.Valid.class, valid -> {
            assertThat(CODEC.encode(valid.kind().schema().json())).hasSizeBetween(10_000, 11_000);
            assertThat(valid.kind().groupResource().toString())
                    .isEqualTo(ManyKinds.plural(number) + "." + ManyKinds.group(number));
        });
    }
}
