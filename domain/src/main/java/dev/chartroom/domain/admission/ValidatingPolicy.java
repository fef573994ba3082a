package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.admission.AdmissionExpressions.AdmissionExpression;
import dev.chartroom.domain.admission.AdmissionExpressions.Evaluation;
import dev.chartroom.domain.admission.AdmissionExpressions.Input;
import dev.chartroom.domain.admission.AdmissionExpressions.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ValidatingAdmissionPolicy (KEP-3488). The rules and messages are those of apiserver's
 * {@code admission/plugin/policy/validating}. Immutable.
 */
public final class ValidatingPolicy {
    /** The cost limit of the validations of a policy, in the units of cel-go. */
    static final long BUDGET = 10_000_000;

    private static final int LONGEST_MESSAGE = 5 * 1024;

    private final PolicyDefinition definition;
    private final List<Validation> validations;
    private final List<AnnotationExpression> annotations;

    /**
     * @param message the message; empty for none
     * @param messageExpression the expression for the message; null for none
     * @param reason the reason of a denial; {@code Invalid} if the policy gives none
     */
    private record Validation(
            AdmissionExpression expression,
            String source,
            String message,
            @Nullable AdmissionExpression messageExpression,
            String reason) {}

    private record AnnotationExpression(String key, AdmissionExpression expression, String source) {}

    private ValidatingPolicy(JsonObject policy, AdmissionExpressions expressions) {
        definition = PolicyDefinition.of(policy, expressions);
        JsonObject spec = policy.objectOrEmpty("spec");
        validations = spec.arrayOrEmpty("validations").objects().stream()
                .map(this::validation)
                .toList();
        annotations = spec.arrayOrEmpty("auditAnnotations").objects().stream()
                .map(this::annotation)
                .toList();
    }

    /**
     * Reads a policy and compiles its expressions.
     *
     * @throws IllegalArgumentException if a selector in it is malformed
     */
    public static ValidatingPolicy of(JsonObject policy, AdmissionExpressions expressions) {
        return new ValidatingPolicy(policy, expressions);
    }

    public PolicyDefinition definition() {
        return definition;
    }

    /**
     * The result of a policy.
     *
     * @param decisions one decision for each validation; a single decision if the validations could not be evaluated at
     *     all; no decision if the match conditions exclude the request
     * @param annotations the annotations of the audit event. An annotation that cannot be evaluated rejects the
     *     request, unless the failure policy is Ignore. An annotation of an unsupported type always rejects the request
     */
    public record Verdict(List<Decision> decisions, List<Annotation> annotations) {
        private static final Verdict NONE = new Verdict(List.of(), List.of());

        public Verdict {
            decisions = List.copyOf(decisions);
            annotations = List.copyOf(annotations);
        }
    }

    public sealed interface Decision {
        record Admit() implements Decision {}

        /** @param reason the reason of the denial; empty if a validation could not be evaluated */
        record Deny(String message, String reason) implements Decision {}
    }

    public sealed interface Annotation {
        record Publish(String key, String value) implements Annotation {}

        record Refuse(String message) implements Annotation {}
    }

    /** Evaluates the policy for a matching request. */
    public Verdict validate(Input input) {
        return switch (definition.match(input)) {
            case ConditionMatch.No() -> Verdict.NONE;
            case ConditionMatch.Failed(String message) -> new Verdict(List.of(failed(message)), List.of());
            case ConditionMatch.Yes() -> evaluate(input);
        };
    }

    private Verdict evaluate(Input input) {
        Evaluation evaluation = definition.scope().begin(input, BUDGET);
        List<Outcome> outcomes = new ArrayList<>();
        for (Validation validation : validations) {
            Outcome outcome = evaluation.evaluate(validation.expression);
            if (outcome instanceof Outcome.OutOfBudget) {
                return new Verdict(List.of(failed(Outcome.OutOfBudget.MESSAGE)), List.of());
            }
            outcomes.add(outcome);
        }
        List<String> messages = messages(input, evaluation.remaining());
        List<Decision> decisions = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            decisions.add(
                    switch (outcomes.get(i)) {
                        case Outcome.Failed(String message) -> failed(message);
                        case Outcome outcome
                        when messages.isEmpty() -> failed("failed messageExpression: " + Outcome.OutOfBudget.MESSAGE);
                        case Outcome.Truth(boolean holds) when holds -> new Decision.Admit();
                        case Outcome _ -> denied(validations.get(i), messages.get(i));
                    });
        }
        return annotated(decisions, input);
    }

    /**
     * Returns the computed message of each validation; the message is empty if no expression computes it. Returns an
     * empty list if the budget is exceeded.
     */
    private List<String> messages(Input input, long budget) {
        Evaluation evaluation = definition.scope().begin(input, budget);
        List<String> messages = new ArrayList<>();
        for (Validation validation : validations) {
            Outcome outcome = validation.messageExpression == null
                    ? new Outcome.Null()
                    : evaluation.evaluate(validation.messageExpression);
            if (outcome instanceof Outcome.OutOfBudget) {
                return List.of();
            }
            String text = outcome instanceof Outcome.Text(String said) ? said.strip() : "";
            messages.add(text.length() > LONGEST_MESSAGE || text.contains("\n") ? "" : text);
        }
        return messages;
    }

    private Verdict annotated(List<Decision> decisions, Input input) {
        Evaluation evaluation = definition.scope().begin(input, BUDGET);
        List<Annotation> published = new ArrayList<>();
        for (AnnotationExpression annotation : annotations) {
            switch (evaluation.evaluate(annotation.expression)) {
                case Outcome.OutOfBudget _ -> {
                    return new Verdict(List.of(failed(Outcome.OutOfBudget.MESSAGE)), List.of());
                }
                case Outcome.Text(String text) -> {
                    if (!text.isBlank()) {
                        published.add(new Annotation.Publish(annotation.key, text.strip()));
                    }
                }
                case Outcome.Null() -> {}
                case Outcome.Failed(String message) -> {
                    if (definition.failurePolicy() == FailurePolicy.FAIL) {
                        published.add(new Annotation.Refuse(message));
                    }
                }
                case Outcome.Truth _ -> published.add(unsupported(annotation, "bool"));
                case Outcome.Other(String type) -> published.add(unsupported(annotation, type));
                case Outcome.Operations _ -> published.add(unsupported(annotation, "list"));
                case Outcome.Configuration _ -> published.add(unsupported(annotation, "Object"));
            }
        }
        return new Verdict(decisions, published);
    }

    private static Annotation unsupported(AnnotationExpression annotation, String type) {
        return new Annotation.Refuse("valueExpression '" + annotation.source + "' resulted in unsupported return type: "
                + type + ". Return type must be either string or null.");
    }

    private Decision failed(String message) {
        return switch (definition.failurePolicy()) {
            case FAIL -> new Decision.Deny(message, "");
            case IGNORE -> new Decision.Admit();
        };
    }

    private static Decision denied(Validation validation, String evaluated) {
        String message = !evaluated.isEmpty()
                ? evaluated
                : !validation.message.isBlank()
                        ? validation.message.strip()
                        : "failed expression: " + validation.source.strip();
        return new Decision.Deny(message, validation.reason);
    }

    private AnnotationExpression annotation(JsonObject json) {
        String source = json.stringOrEmpty("valueExpression");
        return new AnnotationExpression(
                json.stringOrEmpty("key"), definition.scope().compile(source), source);
    }

    private Validation validation(JsonObject json) {
        String source = json.stringOrEmpty("expression");
        String messageExpression = json.stringOrEmpty("messageExpression");
        return new Validation(
                definition.scope().compile(source),
                source,
                json.stringOrEmpty("message"),
                messageExpression.isEmpty() ? null : definition.scope().compile(messageExpression),
                json.string("reason").orElse("Invalid"));
    }
}
