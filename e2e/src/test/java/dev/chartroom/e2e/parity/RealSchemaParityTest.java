package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Definitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Valid and invalid objects, generated from the schemas of real definitions with fixed seeds. */
@RequiresControlPlane
class RealSchemaParityTest {
    private static final int SEEDS = 6;

    @Test
    void answersForRealKindsMatchTheCrd() {
        assumeThat(Definitions.cozystackIsThere())
                .as("the real definitions beside the repository")
                .isTrue();
        TestKinds kinds = TestKinds.of(RealKinds.acceptedBy(ControlPlane.shared()));
        assertThat(kinds.all()).hasSizeGreaterThanOrEqualTo(6);
        try (Sides sides = Sides.start(ControlPlane.shared(), kinds.all())) {
            AcceptedRules rules = AcceptedRules.ofFile("helmrelease", "real");
            GeneratedRun run = new GeneratedRun(sides, kinds, rules, "real-");
            List<Comparison> comparisons = run.run(cases(kinds));
            ParityReport report = new ParityReport("Real schemas", comparisons);
            report.publish("real");

            assertThat(comparisons.stream().filter(each -> !each.isExplained()).count())
                    .as(() -> report.places() + run.shrunk(comparisons))
                    .isZero();
            assertThat(rules.unused("real")).isEmpty();
        }
    }

    private static List<ParityCase> cases(TestKinds kinds) {
        List<ParityCase> cases = new ArrayList<>();
        for (TestKind kind : kinds.all()) {
            for (int seed = 0; seed < SEEDS; seed++) {
                cases.add(sequence(kind, seed));
            }
        }
        return cases;
    }

    /** Returns the life of one object. The first seeds of a kind make no mistakes. */
    private static ParityCase sequence(TestKind kind, int seed) {
        Dice dice = new Dice(kind.kind().hashCode() * 31L + seed);
        SchemaValues values = new SchemaValues(dice, seed < SEEDS / 3 ? 0 : 6);
        String version = ", \"resourceVersion\": \"{before:/metadata/resourceVersion}\"";
        List<ParityCase.Step> steps = new ArrayList<>();
        steps.add(step("POST {objects}?fieldManager=alice", null, object(kind, "", values)));
        steps.add(step("POST {objects}?dryRun=All&fieldValidation=Strict", null, object(kind, "", values, "b")));
        steps.add(step("GET {objects}/a", null, null));
        steps.add(step("PUT {objects}/a?fieldManager=bob", null, object(kind, version, values)));
        steps.add(step("PATCH {objects}/a", "application/merge-patch+json", patch(kind, values)));
        steps.add(step("GET {objects}/a", null, null));
        String apply = "application/apply-patch+yaml";
        steps.add(step("PATCH {objects}/a?fieldManager=carol&force=true", apply, object(kind, "", values)));
        steps.add(step("PATCH {objects}/a?fieldManager=dave", apply, object(kind, "", values)));
        steps.add(step("PUT {objects}/a?fieldValidation=Strict", null, object(kind, version, values)));
        steps.add(step("GET {objects}/a", null, null));
        return CaseText.withSteps("real/" + kind.plural(), "seed-" + seed, kind.kind(), steps);
    }

    private static JsonObject object(TestKind kind, String metadata, SchemaValues values) {
        return object(kind, metadata, values, "a");
    }

    private static JsonObject object(TestKind kind, String metadata, SchemaValues values, String name) {
        JsonObject object = (JsonObject)
                Yaml.parse("{\"apiVersion\": \"{apiVersion}\", \"kind\": \"{kind}\", \"metadata\": {\"name\": \"" + name
                        + "\"" + metadata + "}}");
        return object.with("spec", values.object(kind.spec()));
    }

    private static JsonObject patch(TestKind kind, SchemaValues values) {
        return JsonObject.of("spec", values.object(kind.spec()));
    }

    private static ParityCase.Step step(String request, @Nullable String type, @Nullable JsonObject body) {
        int space = request.indexOf(' ');
        return new ParityCase.Step(
                request.substring(0, space),
                request.substring(space + 1),
                type == null ? Map.of() : Map.of("Content-Type", type),
                body,
                null,
                request.startsWith("GET") ? "before" : null,
                null);
    }
}
