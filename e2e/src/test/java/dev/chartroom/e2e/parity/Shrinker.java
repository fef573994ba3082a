package dev.chartroom.e2e.parity;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.cases.CaseText;
import dev.chartroom.conformance.cases.ParityCase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Shrinks a failing case: removes steps, first many at a time, then members of bodies, parameters and headers, while
 * the case still fails. Stops after a number of tries.
 */
final class Shrinker {
    private final Predicate<ParityCase> fails;
    private int tries;
    private ParityCase smallest;

    private Shrinker(ParityCase failing, Predicate<ParityCase> fails, int tries) {
        this.smallest = failing;
        this.fails = fails;
        this.tries = tries;
    }

    /**
     * Returns the smallest failing case that was found.
     *
     * @param failing a case for which {@code fails} is true
     * @param tries the maximum number of calls of {@code fails}
     */
    static ParityCase shrink(ParityCase failing, Predicate<ParityCase> fails, int tries) {
        Shrinker shrinker = new Shrinker(failing, fails, tries);
        ParityCase before;
        do {
            before = shrinker.smallest;
            shrinker.steps();
            shrinker.details();
        } while (!shrinker.smallest.equals(before) && shrinker.tries > 0);
        return shrinker.smallest;
    }

    private void steps() {
        for (int size = smallest.steps().size() / 2; size > 0; size /= 2) {
            for (int from = smallest.steps().size() - size; from >= 0; from -= size) {
                if (from + size <= smallest.steps().size()) {
                    List<ParityCase.Step> fewer = new ArrayList<>(smallest.steps());
                    fewer.subList(from, from + size).clear();
                    tryOut(fewer);
                }
            }
        }
    }

    private void details() {
        for (int i = 0; i < smallest.steps().size(); i++) {
            int at = i;
            while (simpler(smallest.steps().get(at)).stream().anyMatch(step -> {
                List<ParityCase.Step> changed = new ArrayList<>(smallest.steps());
                changed.set(at, step);
                return tryOut(changed);
            })) {
                // try again: the simpler step may be simplified further
            }
        }
    }

    private boolean tryOut(List<ParityCase.Step> steps) {
        if (steps.isEmpty() || tries <= 0) {
            return false;
        }
        tries--;
        ParityCase candidate = CaseText.withSteps(smallest.topic(), smallest.name(), smallest.kind(), steps);
        if (!fails.test(candidate)) {
            return false;
        }
        smallest = candidate;
        return true;
    }

    /** Returns the variants of the step with one thing removed. */
    private static List<ParityCase.Step> simpler(ParityCase.Step step) {
        List<ParityCase.Step> simpler = new ArrayList<>();
        int query = step.path().indexOf('?');
        if (query >= 0) {
            List<String> parameters = List.of(step.path().substring(query + 1).split("&", -1));
            for (int i = 0; i < parameters.size(); i++) {
                List<String> fewer = new ArrayList<>(parameters);
                fewer.remove(i);
                String path = step.path().substring(0, query) + (fewer.isEmpty() ? "" : "?" + String.join("&", fewer));
                simpler.add(with(step, path, step.body()));
            }
        }
        if (step.body() != null) {
            simpler.add(with(step, step.path(), null));
            smaller(step.body()).forEach(body -> simpler.add(with(step, step.path(), body)));
        }
        return simpler;
    }

    private static List<JsonValue> smaller(JsonValue value) {
        List<JsonValue> smaller = new ArrayList<>();
        switch (value) {
            case JsonObject object ->
                object.members().forEach((name, member) -> {
                    smaller.add(object.without(name));
                    smaller(member).forEach(each -> smaller.add(object.with(name, each)));
                });
            case JsonArray array -> {
                for (int i = 0; i < array.size(); i++) {
                    List<JsonValue> fewer = new ArrayList<>(array.values());
                    JsonValue element = fewer.remove(i);
                    smaller.add(new JsonArray(fewer));
                    for (JsonValue each : smaller(element)) {
                        List<JsonValue> changed = new ArrayList<>(array.values());
                        changed.set(i, each);
                        smaller.add(new JsonArray(changed));
                    }
                }
            }
            default -> {
                // a string, a number or a boolean cannot be made smaller
            }
        }
        return smaller;
    }

    private static ParityCase.Step with(ParityCase.Step step, String path, @Nullable JsonValue body) {
        return new ParityCase.Step(step.method(), path, step.headers(), body, step.raw(), step.as(), step.repeat());
    }
}
