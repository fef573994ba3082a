package dev.chartroom.e2e.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptedDifferencesTest {
    private static final AcceptedDifference COLOUR =
            read("{id: colour, reason: r., cases: [a], crd: 'red|blue', chartroom: 'gr[ea]y'}");

    @ParameterizedTest
    @CsvSource({
        "a red one, a grey one, true",
        "a red one, a gray one, true",
        "red and blue, grey and grey, true",
        "a red one, a grey two, false",
        "a red one, a red two, false",
        "a red one, a green one, false",
        "a green one, a grey one, false",
        "red and blue, grey and red, false"
    })
    void onlyTheAcceptedDifferenceIsRemoved(String crd, String chartroom, boolean same) {
        AcceptedDifferences differences = new AcceptedDifferences(List.of(COLOUR));

        assertThat(differences
                        .without(new AcceptedDifference.Shown(crd, chartroom))
                        .same())
                .isEqualTo(same);
    }

    @Test
    void missed_listsDifferencesThatDidNotOccur() {
        AcceptedDifferences differences = new AcceptedDifferences(List.of(COLOUR));

        differences.without(new AcceptedDifference.Shown("red or grey", "red or grey"));
        assertThat(differences.missed()).containsExactly(COLOUR);

        differences.without(new AcceptedDifference.Shown("red", "grey"));
        assertThat(differences.missed()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{id: x, reason: r., cases: [a], crd: b}",
                "{id: x, cases: [a], crd: b, chartroom: c}",
                "{id: x, reason: r., cases: [a], crd: b, chartroom: c, at: d}"
            })
    void incompleteOrMisspeltDifferenceIsRefused(String yaml) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(yaml));
    }

    @Test
    void everyAcceptedDifferenceIsDocumented() throws IOException {
        String document = Files.readString(ModuleDirectory.basedir().resolve("../docs/api-compatibility.md"));

        assertThat(AcceptedDifferences.all())
                .extracting(AcceptedDifference::id)
                .allSatisfy(id -> assertThat(document).contains("`" + id + "`"));
    }

    private static AcceptedDifference read(String yaml) {
        return AcceptedDifference.read(
                (JsonObject) new JacksonCodec().parseYaml(yaml.getBytes(StandardCharsets.UTF_8)));
    }
}
