package dev.chartroom.conformance;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.comparison.CaseComparison;
import dev.chartroom.conformance.comparison.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a run.
 *
 * @param notRemoved the objects of the run that are still in the cluster, each with the reason
 */
public record ConformanceReport(
        String resource, String version, List<CaseComparison> comparisons, List<String> notRemoved) {
    private static final String ROW = "%-24s %6s %6s %9s %10s";

    public ConformanceReport {
        comparisons = List.copyOf(comparisons);
        notRemoved = List.copyOf(notRemoved);
    }

    /** The numbers of cases of a topic. Each case is equal, accepted or different. */
    private record Counts(int cases, int equal, int accepted, int different) {
        static Counts of(List<CaseComparison> comparisons) {
            int equal =
                    (int) comparisons.stream().filter(CaseComparison::isEqual).count();
            int explained = (int)
                    comparisons.stream().filter(CaseComparison::isExplained).count();
            return new Counts(comparisons.size(), equal, explained - equal, comparisons.size() - explained);
        }

        String row(String name) {
            return ROW.formatted(name, cases, equal, accepted, different);
        }

        JsonObject json(String name) {
            return JsonObject.builder()
                    .put("topic", name)
                    .put("cases", cases)
                    .put("equal", equal)
                    .put("accepted", accepted)
                    .put("different", different)
                    .build();
        }
    }

    /** A difference that no rule explains, with its place in the cases. */
    private record Found(CaseComparison in, int step, Difference difference) {
        String request() {
            return in.steps().get(step).request();
        }
    }

    /** Returns whether there is a difference that no rule explains. */
    public boolean hasDifferences() {
        return comparisons.stream().anyMatch(each -> !each.isExplained());
    }

    /** Returns the table of the topics, the accepted rules, and then each unexplained difference. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(resource + ", version " + version + ", beside a CustomResourceDefinition with its schema");
        lines.add("");
        lines.add(ROW.formatted("TOPIC", "CASES", "EQUAL", "ACCEPTED", "DIFFERENT"));
        byTopic().forEach((topic, cases) -> lines.add(Counts.of(cases).row(topic)));
        lines.add(Counts.of(comparisons).row("all"));
        acceptedRules().forEach((rule, count) -> lines.add("accepted: " + rule + " (" + count + ")"));
        for (Found each : found()) {
            lines.add("");
            lines.add(each.in().parityCase().id());
            lines.add("  step " + (each.step() + 1) + ": " + each.request());
            lines.add("  at " + each.difference().pointer());
            lines.add("    expected: " + Difference.shown(each.difference().crd()));
            lines.add("    actual:   " + Difference.shown(each.difference().ours()));
        }
        return lines;
    }

    /** Returns the same as an object. An absent value has no field. */
    public JsonObject json() {
        JsonObject.Builder rules = JsonObject.builder();
        acceptedRules().forEach(rules::put);
        List<JsonValue> topics = new ArrayList<>();
        byTopic().forEach((topic, cases) -> topics.add(Counts.of(cases).json(topic)));
        return JsonObject.builder()
                .put("resource", resource)
                .put("version", version)
                .put("topics", new JsonArray(topics))
                .put("all", Counts.of(comparisons).json("all").without("topic"))
                .put("accepted", rules.build())
                .put(
                        "differences",
                        new JsonArray(found().stream()
                                .<JsonValue>map(ConformanceReport::json)
                                .toList()))
                .put("notRemoved", JsonArray.ofStrings(notRemoved))
                .build();
    }

    private static JsonObject json(Found found) {
        return JsonObject.builder()
                .put("case", found.in().parityCase().id())
                .put("step", found.step() + 1)
                .put("request", found.request())
                .put("at", found.difference().pointer().toString())
                .putIfPresent("expected", found.difference().crd())
                .putIfPresent("actual", found.difference().ours())
                .build();
    }

    private Map<String, List<CaseComparison>> byTopic() {
        Map<String, List<CaseComparison>> topics = new TreeMap<>();
        comparisons.forEach(each -> topics.computeIfAbsent(each.parityCase().topic(), _ -> new ArrayList<>())
                .add(each));
        return topics;
    }

    private Map<String, Integer> acceptedRules() {
        Map<String, Integer> rules = new TreeMap<>();
        comparisons.stream()
                .flatMap(each -> each.steps().stream())
                .forEach(step -> step.accepted().forEach((rule, count) -> rules.merge(rule, count, Integer::sum)));
        return rules;
    }

    private List<Found> found() {
        List<Found> found = new ArrayList<>();
        for (CaseComparison each : comparisons) {
            for (int i = 0; i < each.steps().size(); i++) {
                for (Difference difference : each.steps().get(i).unexplained()) {
                    found.add(new Found(each, i, difference));
                }
            }
        }
        return found;
    }
}
