package dev.chartroom.conformance.comparison;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.conformance.answer.StepAnswer;
import dev.chartroom.conformance.cases.ParityCase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The result of comparing the answers to one case. */
public record CaseComparison(ParityCase parityCase, List<Step> steps) {

    /**
     * The comparison of one answer.
     *
     * @param unexplained differences that no rule explains
     * @param accepted the number of differences that each rule explains
     */
    public record Step(String request, List<Difference> unexplained, Map<String, Integer> accepted) {
        public boolean isEqual() {
            return unexplained.isEmpty() && accepted.isEmpty();
        }
    }

    /** Compares step by step. A step that is missing on one side is a difference. */
    public static CaseComparison of(
            ParityCase parityCase, List<StepAnswer> crd, List<StepAnswer> ours, AcceptedRules rules) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < Math.max(crd.size(), ours.size()); i++) {
            if (i >= crd.size()
                    || i >= ours.size()
                    || !crd.get(i).step().equals(ours.get(i).step())) {
                steps.add(new Step("step " + i, List.of(missing(crd, ours)), Map.of()));
                break;
            }
            List<Difference> unexplained = new ArrayList<>();
            Map<String, Integer> accepted = new LinkedHashMap<>();
            for (Difference difference :
                    Differ.compare(crd.get(i).answer(), ours.get(i).answer())) {
                Optional<AcceptedRule> rule = rules.explain(parityCase.id(), difference);
                rule.ifPresentOrElse(
                        found -> accepted.merge(found.id(), 1, Integer::sum), () -> unexplained.add(difference));
            }
            steps.add(new Step(crd.get(i).step(), unexplained, accepted));
        }
        return new CaseComparison(parityCase, steps);
    }

    public boolean isExplained() {
        return steps.stream().allMatch(step -> step.unexplained().isEmpty());
    }

    public boolean isEqual() {
        return steps.stream().allMatch(Step::isEqual);
    }

    /**
     * Returns the comparison up to the first step with an unexplained difference. After that step, the states differ, so
     * later differences have no cause of their own.
     */
    public CaseComparison upToFirstDifference() {
        for (int i = 0; i < steps.size(); i++) {
            if (!steps.get(i).unexplained().isEmpty()) {
                return new CaseComparison(parityCase, steps.subList(0, i + 1));
            }
        }
        return this;
    }

    private static Difference missing(List<StepAnswer> crd, List<StepAnswer> ours) {
        return new Difference(new JsonPointer(List.of("steps")), requests(crd), requests(ours));
    }

    private static JsonArray requests(List<StepAnswer> answers) {
        return JsonArray.ofStrings(answers.stream().map(StepAnswer::step).toList());
    }
}
