package dev.chartroom.conformance.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.document.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptedRuleTest {

    @ParameterizedTest
    @CsvSource({
        "/body/status, /body/status, true",
        "/body/status, /body/status/ready, false",
        "/body/status, /body, false",
        "/body/status/**, /body/status, true",
        "/body/status/**, /body/status/a/0/b, true",
        "/body/items/*/status, /body/items/3/status, true",
        "/body/items/*/status, /body/items/status, false",
        "/body/items/*/status, /body/items/1/2/status, false",
        "/**/metadata/generation, /frames/0/object/metadata/generation, true",
        "/**/metadata/generation, /frames/0/object/metadata/name, false",
        "/body/a~1b, /body/a~1b, true"
    })
    void placesMatchPointersWithWildcards(String at, String pointer, boolean explained) {
        AcceptedRule rule = rule("{id: x, reason: because., at: '" + at + "'}");

        assertThat(rule.explains("D/create/a", difference(pointer, "1", "2"))).isEqualTo(explained);
    }

    @ParameterizedTest
    @CsvSource({
        "'400', 400, true",
        "'400', 400.0, false",
        "'400', '\"400\"', false",
        "'\"gone\"', '\"gone\"', true",
        "'\"gone\"', '\"gone away\"', false",
        "'\"/gone.*/\"', '\"gone away\"', true",
        "'\"/gone/\"', '\"gone away\"', false",
        "'\"/4\\d\\d/\"', 409, true",
        "'\"/.*/\"', , false",
        "'\"<absent>\"', , true",
        "'\"<absent>\"', 'null', false",
        "'null', 'null', true",
        "'null', , false"
    })
    void ruleMatchesAnExactValueAnExpressionOrAnAbsentValue(String allowed, @Nullable String value, boolean explained) {
        String text = allowed.replace("\\", "\\\\");
        Difference crd = new Difference(JsonPointer.parse("/code"), json(value), json("0"));
        Difference ours = new Difference(JsonPointer.parse("/code"), json("0"), json(value));

        assertThat(rule("{id: x, reason: r., at: /code, crd: " + text + "}").explains("D/a/b", crd))
                .isEqualTo(explained);
        assertThat(rule("{id: x, reason: r., at: /code, ours: " + text + "}").explains("D/a/b", ours))
                .isEqualTo(explained);
    }

    @Test
    void ruleAppliesOnlyToItsCases() {
        AcceptedRule rule = rule("{id: x, reason: r., at: [/code, /text], cases: ['D/create/*', 'E/**']}");

        assertThat(rule.explains("D/create/a", difference("/code", "1", "2"))).isTrue();
        assertThat(rule.explains("E/any/a", difference("/text", "1", "2"))).isTrue();
        assertThat(rule.explains("D/update/a", difference("/code", "1", "2"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{id: x, at: /code}",
                "{reason: r., at: /code}",
                "{id: x, reason: r.}",
                "{id: x, reason: r., at: /code, case: D}"
            })
    void incompleteOrMisspeltRuleIsRefused(String text) {
        assertThatThrownBy(() -> rule(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void unused_listsRulesThatExplainNoDifference() {
        AcceptedRules rules = new AcceptedRules(List.of(
                rule("{id: used, reason: r., at: /code}"),
                rule("{id: stale, reason: r., at: /text}"),
                rule("{id: memory, reason: r., at: /text, runs: memory}")));

        assertThat(rules.explain("D/a/b", difference("/code", "1", "2"))).isPresent();
        assertThat(rules.explain("D/a/b", difference("/body", "1", "2"))).isEmpty();

        assertThat(rules.unused("")).containsExactly("stale");
        assertThat(rules.unused("memory")).containsExactly("memory");
        assertThat(rules.unused("helmrelease")).isEmpty();
    }

    /** The documentation must mention every difference that this suite accepts. */
    @Test
    void everyRuleIsDocumented() throws IOException {
        String document = Files.readString(Path.of("../docs/api-compatibility.md"));

        assertThat(AcceptedRules.all("chartroom").stream().map(AcceptedRule::id).distinct())
                .allSatisfy(id -> assertThat(document).contains("`" + id + "`"));
    }

    @Test
    void everyDocumentedIdBelongsToARule() throws IOException {
        String document = Files.readString(Path.of("../docs/api-compatibility.md"));
        String clients = Files.readString(Path.of("../e2e/src/test/resources/clients/accepted.yaml"));
        List<String> ids = Pattern.compile("(?m)^\\| `([a-z0-9-]+)` \\|")
                .matcher(document)
                .results()
                .map(row -> row.group(1))
                .toList();

        assertThat(ids)
                .hasSizeGreaterThan(20)
                .allSatisfy(id -> assertThat(AcceptedRules.all("chartroom").stream()
                                        .anyMatch(rule -> rule.id().equals(id))
                                || clients.contains("id: " + id + "\n"))
                        .as(id)
                        .isTrue());
    }

    private static AcceptedRule rule(String yaml) {
        return AcceptedRule.read((JsonObject) Yaml.parse(yaml));
    }

    private static Difference difference(String pointer, String crd, String ours) {
        return new Difference(JsonPointer.parse(pointer), json(crd), json(ours));
    }

    private static @Nullable JsonValue json(@Nullable String text) {
        return text == null ? null : Yaml.parse(text);
    }
}
