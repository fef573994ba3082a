package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionExpressions.Input;
import dev.chartroom.domain.admission.AdmissionHooks.Bound;
import dev.chartroom.domain.admission.ConditionMatch;
import dev.chartroom.domain.admission.FailurePolicy;
import dev.chartroom.domain.admission.MutatingPolicy;
import dev.chartroom.domain.admission.PolicyBinding;
import dev.chartroom.domain.admission.PolicyDenial;
import dev.chartroom.ports.admission.PolicyParams;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies MutatingAdmissionPolicies to an object, one after the other. */
final class MutatingPolicies {
    private static final System.Logger LOG = System.getLogger(MutatingPolicies.class.getName());
    private static final String INVALID = "Invalid";

    private final PolicyCalls<MutatingPolicy> calls;

    MutatingPolicies(PolicyParams params) {
        this.calls = new PolicyCalls<>(params, MutatingPolicy::definition);
    }

    /**
     * @param params the namespace and name of the parameter object, joined by a slash; only the slash if there is no
     *     parameter object
     */
    private record Key(MutatingPolicy policy, String binding, String params) {}

    /** Returns the object with the changes of all policies. */
    JsonObject mutate(
            AdmissionAttributes attributes,
            List<Bound<MutatingPolicy>> policies,
            AdmissionInputs inputs,
            Reinvocation reinvocation) {
        reinvocation.beginRound(attributes.objectOrEmpty());
        List<PolicyDenial> denials = new ArrayList<>();
        AdmissionAttributes current = attributes;
        List<PolicyCall<MutatingPolicy>> all = calls.select(attributes, policies, inputs);
        for (PolicyCall<MutatingPolicy> call : all) {
            if (call instanceof PolicyCall.Broken<MutatingPolicy>(var policy, var binding, var message)) {
                denials.add(new PolicyDenial(
                        policy.definition().name(), binding == null ? "" : binding.name(), message, ""));
            }
        }
        for (PolicyCall<MutatingPolicy> call : all) {
            if (call
                    instanceof
                    PolicyCall.Evaluation<MutatingPolicy>(var policy, var binding, var matched, var params)) {
                for (JsonObject param : params) {
                    // Each policy sees the changes that earlier policies made.
                    AdmissionAttributes seen = current.in(matched.kind().version());
                    JsonObject after = mutated(seen, policy, binding, param, inputs, reinvocation, denials);
                    current =
                            after.equals(seen.objectOrEmpty()) ? current : current.withObjectOf(seen.withObject(after));
                }
            }
        }
        reinvocation.endPolicies();
        reinvocation.endRound(current.objectOrEmpty());
        if (!denials.isEmpty()) {
            throw PolicyDenial.ofMutation(attributes, denials);
        }
        return current.objectOrEmpty();
    }

    private static JsonObject mutated(
            AdmissionAttributes attributes,
            MutatingPolicy policy,
            PolicyBinding binding,
            @Nullable JsonObject param,
            AdmissionInputs inputs,
            Reinvocation reinvocation,
            List<PolicyDenial> denials) {
        JsonObject before = attributes.objectOrEmpty();
        String name = policy.definition().name();
        switch (policy.match(inputs.of(attributes, param, false))) {
            case ConditionMatch.No() -> {
                return before;
            }
            case ConditionMatch.Failed(String message) -> {
                denials.add(new PolicyDenial(name, binding.name(), message, INVALID));
                return before;
            }
            case ConditionMatch.Yes() -> {}
        }
        JsonObject named = param == null ? JsonObject.EMPTY : param.objectOrEmpty("metadata");
        Key key = new Key(policy, binding.name(), named.stringOrEmpty("namespace") + "/" + named.stringOrEmpty("name"));
        if (!reinvocation.isDue(key)) {
            return before;
        }
        JsonObject after = before;
        for (int i = 0; i < policy.size(); i++) {
            Input input = inputs.of(attributes.withObject(after), param, true);
            try {
                after = HookDefaults.added(attributes.kind(), policy.mutate(i, attributes.kind(), after, input));
                reinvocation.touched();
            } catch (IllegalArgumentException e) {
                // The message is not logged, because it may quote the object.
                LOG.log(
                        Level.WARNING,
                        "MutatingAdmissionPolicy {0} with binding {1} failed at its mutation {2} (failure policy {3})",
                        name,
                        binding.name(),
                        i,
                        policy.definition().failurePolicy());
                if (policy.definition().failurePolicy() == FailurePolicy.FAIL) {
                    denials.add(new PolicyDenial(name, binding.name(), String.valueOf(e.getMessage()), INVALID));
                }
            }
        }
        if (!after.equals(before)) {
            reinvocation.recordChange();
        }
        if (policy.isReinvokedIfNeeded()) {
            reinvocation.requestReinvocation(key);
        }
        return after;
    }
}
