package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.cases.CaseReader;
import dev.chartroom.conformance.cases.CaseText;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.document.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShrinkerTest {

    /** An artificial fault: a PUT with size 2 after a DELETE of the same name. */
    @SuppressWarnings("UnnecessaryLambda") // a name for the predicate of several tests
    private static final Predicate<ParityCase> FAULT = candidate -> {
        boolean deleted = false;
        for (ParityCase.Step step : candidate.steps()) {
            boolean a = step.path().startsWith("{objects}/a");
            if (a && deleted && step.method().equals("PUT") && step.body() instanceof JsonObject body) {
                if (Yaml.parse("2").equals(body.objectOrEmpty("spec").get("size"))) {
                    return true;
                }
            }
            deleted |= a && step.method().equals("DELETE");
        }
        return false;
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void plantedFaultIsShrunkToTwoSteps(long seed) {
        ParityCase generated = Sequences.of(seed, 60);
        var steps = new ArrayList<>(generated.steps());
        steps.add(10, step("{request: 'DELETE {objects}/a?dryRun=All'}"));
        steps.add(
                40,
                step("{request: 'PUT {objects}/a?fieldManager=x', body: {metadata: {name: a}, spec: {title: t,"
                        + " size: 2}}}"));
        ParityCase failing = CaseText.withSteps("generated/x", "seed", "Widget", steps);

        ParityCase small = Shrinker.shrink(failing, FAULT, 1_000);

        assertThat(FAULT.test(small)).isTrue();
        assertThat(small.steps()).hasSize(2);
        assertThat(small.steps().getLast().path()).isEqualTo("{objects}/a");
        assertThat(small.steps().getLast().body()).isEqualTo(Yaml.parse("{spec: {size: 2}}"));
        assertThat(small.steps().getFirst().body()).isNull();
    }

    @Test
    void triesAreLimited() {
        AtomicInteger tries = new AtomicInteger();

        ParityCase failing = Sequences.of(1, 60);

        ParityCase small = Shrinker.shrink(failing, _ -> tries.incrementAndGet() < 0, 7);

        assertThat(tries).hasValue(7);
        assertThat(small).isEqualTo(failing);
    }

    @Test
    void generatedCaseRoundTripsThroughACaseFile() {
        ParityCase generated = Sequences.of(7, 40);

        ParityCase read = CaseReader.read("generated/x", (JsonObject) Yaml.parse(CaseText.of(generated)));

        assertThat(read.steps()).isEqualTo(generated.steps());
    }

    @Test
    void sameSeedGeneratesTheSameSequence() {
        assertThat(Sequences.of(3, 50)).isEqualTo(Sequences.of(3, 50));
        assertThat(Sequences.of(3, 50)).isNotEqualTo(Sequences.of(4, 50));
    }

    private static ParityCase.Step step(String yaml) {
        JsonObject document = JsonObject.builder()
                .put("name", "x")
                .put("steps", new JsonArray(List.of(Yaml.parse(yaml))))
                .build();
        return CaseReader.read("D/x", document).steps().getFirst();
    }
}
