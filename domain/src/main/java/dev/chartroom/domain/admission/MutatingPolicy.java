package dev.chartroom.domain.admission;

import dev.chartroom.domain.admission.AdmissionExpressions.AdmissionExpression;
import dev.chartroom.domain.admission.AdmissionExpressions.Input;
import dev.chartroom.domain.admission.AdmissionExpressions.Outcome;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.patch.JsonPatch;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import java.util.List;

/**
 * A MutatingAdmissionPolicy (KEP-3962). The rules and the words are apiserver's {@code admission/plugin/policy/mutating}.
 * Immutable.
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
     * Reads a policy and compiles what is in it.
     *
     * @throws IllegalArgumentException where a selector in it is malformed
     */
    public static MutatingPolicy of(JsonObject policy, AdmissionExpressions expressions) {
        return new MutatingPolicy(policy, expressions);
    }

    public PolicyDefinition definition() {
        return definition;
    }

    /** Whether it is asked again where somebody else changed the object after it. */
    public boolean isReinvokedIfNeeded() {
        return reinvokedIfNeeded;
    }

    /** How many mutations it has, which are made in order. */
    public int size() {
        return mutations.size();
    }

    /** Whether the match conditions hold. */
    public ConditionMatch match(Input input) {
        return definition.match(input);
    }

    /**
     * Makes one mutation.
     *
     * @param object what it is made to, with defaults
     * @return the object as the mutation leaves it, without defaults for what it added
     * @throws IllegalArgumentException where it cannot be made; the message says why
     * @throws ApiException where the object is no object afterwards
     */
    public JsonObject mutate(int mutation, ApplicationKind kind, JsonObject object, Input input) {
        Outcome outcome =
                definition.scope().begin(input, ValidatingPolicy.BUDGET).evaluate(mutations.get(mutation));
        return switch (outcome) {
            case Outcome.Operations(List<JsonObject> operations) -> patched(object, operations);
            case Outcome.Configuration(JsonObject configuration) -> merged(kind, object, configuration);
            case Outcome.Failed(String message) -> throw new IllegalArgumentException(message);
            case Outcome.OutOfBudget _ -> throw new IllegalArgumentException(Outcome.OutOfBudget.MESSAGE);
            // kube-apiserver takes only a list of JSONPatch, or an Object.
            case Outcome.Truth _, Outcome.Text _, Outcome.Null _, Outcome.Other _ ->
                throw new IllegalArgumentException("the expression is no mutation");
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
        throw new ApiException(ApiError.internal("a mutation leaves no object"));
    }
}
