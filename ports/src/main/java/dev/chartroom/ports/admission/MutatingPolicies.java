package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionExpressions.Input;
import dev.chartroom.domain.admission.AdmissionHooks.Bound;
import dev.chartroom.domain.admission.FailurePolicy;
import dev.chartroom.domain.admission.MutatingPolicy;
import dev.chartroom.domain.admission.PolicyBinding;
import dev.chartroom.domain.admission.PolicyDenial;
import dev.chartroom.domain.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets MutatingAdmissionPolicies change an object, one after the other. */
final class MutatingPolicies {
    private static final String INVALID = "Invalid";

    private final PolicyCalls<MutatingPolicy> calls;

    MutatingPolicies(PolicyParams params) {
        this.calls = new PolicyCalls<>(params, MutatingPolicy::definition);
    }

    /** @param params null for none */
    private record Key(
            MutatingPolicy policy, String binding, @Nullable JsonObject params) {}

    /** The object as they leave it. */
    JsonObject mutate(
            AdmissionAttributes attributes,
            List<Bound<MutatingPolicy>> policies,
            AdmissionInputs inputs,
            Reinvocation reinvocation) {
        reinvocation.begin(attributes.objectOrEmpty());
        List<PolicyDenial> denials = new ArrayList<>();
        AdmissionAttributes current = attributes;
        for (PolicyCall<MutatingPolicy> call : calls.about(attributes, policies, inputs)) {
            switch (call) {
                case PolicyCall.Broken<MutatingPolicy>(var policy, var binding, var message) ->
                    denials.add(new PolicyDenial(
                            policy.definition().name(), binding == null ? "" : binding.name(), message, ""));
                case PolicyCall.Ask<MutatingPolicy>(var policy, var binding, var params) -> {
                    for (JsonObject param : params) {
                        current = current.withObject(
                                mutated(current, policy, binding, param, inputs, reinvocation, denials));
                    }
                }
            }
        }
        reinvocation.end(current.objectOrEmpty());
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
            case MutatingPolicy.Match.No() -> {
                return before;
            }
            case MutatingPolicy.Match.Failed(String message) -> {
                denials.add(new PolicyDenial(name, binding.name(), message, INVALID));
                return before;
            }
            case MutatingPolicy.Match.Yes() -> {}
        }
        Key key = new Key(policy, binding.name(), param);
        if (!reinvocation.isDue(key)) {
            return before;
        }
        JsonObject after = before;
        for (int i = 0; i < policy.size(); i++) {
            Input input = inputs.of(attributes.withObject(after), param, true);
            try {
                after = Defaults.added(attributes.kind(), policy.mutate(i, attributes.kind(), after, input));
            } catch (IllegalArgumentException e) {
                if (policy.definition().failurePolicy() == FailurePolicy.FAIL) {
                    denials.add(new PolicyDenial(name, binding.name(), String.valueOf(e.getMessage()), INVALID));
                }
            }
        }
        if (!after.equals(before)) {
            reinvocation.changed();
        }
        if (policy.isReinvokedIfNeeded()) {
            reinvocation.asked(key);
        }
        return after;
    }
}
