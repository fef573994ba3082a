package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.patch.JsonPatch;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.admission.AdmissionExpressions.AdmissionExpression;
import dev.chartroom.domain.admission.AdmissionExpressions.Input;
import dev.chartroom.domain.admission.AdmissionExpressions.Outcome;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;

/**
 * A MutatingAdmissionPolicy (KEP-3962). The rules and messages are those of apiserver's
 * {@code admission/plugin/policy/mutating}. Immutable.
 */
public final class MutatingPolicy {
    private final PolicyDefinition definition;
    private final boolean reinvokedIfNeeded;
    private final List<AdmissionExpression> mutations;

    private MutatingPolicy(JsonObject policy, AdmissionExpressions expressions) {
        definition = PolicyDefinition.of(policy, expressions);
        JsonObject spec = policy.objectOrEmpty("spec");
        reinvokedIfNeeded = spec.stringOrEmpty("reinvocationPolicy").equals("IfNeeded");
        mutations = spec.arrayOrEmpty("mutations").objects().stream()
                .map(MutatingPolicy::expression)
                .map(definition.scope()::compile)
                .toList();
    }

    private static String expression(JsonObject mutation) {
        boolean isPatch = mutation.stringOrEmpty("patchType").equals("JSONPatch");
        return mutation.objectOrEmpty(isPatch ? "jsonPatch" : "applyConfiguration")
                .stringOrEmpty("expression");
    }

    /**
     * Reads a policy and compiles its expressions.
     *
     * @throws IllegalArgumentException if a selector in it is malformed
     */
    public static MutatingPolicy of(JsonObject policy, AdmissionExpressions expressions) {
        return new MutatingPolicy(policy, expressions);
    }

    public PolicyDefinition definition() {
        return definition;
    }

    /** Returns whether the policy is called again if a later policy or webhook changes the object. */
    public boolean isReinvokedIfNeeded() {
        return reinvokedIfNeeded;
    }

    /** Returns the number of mutations, which are applied in order. */
    public int size() {
        return mutations.size();
    }

    /** Evaluates the match conditions. */
    public ConditionMatch match(Input input) {
        return definition.match(input);
    }

    /**
     * Applies one mutation.
     *
     * @param object the object to mutate, with defaults
     * @return the mutated object, without defaults for added values
     * @throws IllegalArgumentException if the mutation cannot be applied; the message says why
     * @throws ApiException if the result is not a JSON object
     */
    public JsonObject mutate(int mutation, ApplicationKind kind, JsonObject object, Input input) {
        Outcome outcome =
                definition.scope().begin(input, ValidatingPolicy.BUDGET).evaluate(mutations.get(mutation));
        return switch (outcome) {
            case Outcome.Operations(List<JsonObject> operations) -> patched(object, operations);
            case Outcome.Configuration(JsonObject configuration) -> merged(kind, object, configuration);
            case Outcome.Failed(String message) -> throw new IllegalArgumentException(message);
            case Outcome.OutOfBudget _ -> throw new IllegalArgumentException(Outcome.OutOfBudget.MESSAGE);
            // kube-apiserver accepts only a list of JSONPatch, or an Object.
            case Outcome.Truth _, Outcome.Text _, Outcome.Null _, Outcome.Other _ ->
                throw new IllegalArgumentException("the expression does not return a mutation");
        };
    }

    private static JsonObject merged(ApplicationKind kind, JsonObject object, JsonObject configuration) {
        try {
            return kind.fieldOwnership().merge(object, configuration);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("error applying patch: " + e.getMessage(), e);
        }
    }

    private static JsonObject patched(JsonObject object, List<JsonObject> operations) {
        JsonPatch patch = JsonPatch.parse(new JsonArray(List.copyOf(operations)));
        JsonValue patched;
        try {
            patched = patch.apply(object);
        } catch (JsonPatch.TestFailedException _) {
            return object;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("JSON Patch: " + e.getMessage(), e);
        }
        if (patched instanceof JsonObject result) {
            return result;
        }
        throw new ApiException(ApiError.internal("the result of a mutation is not an object"));
    }
}
