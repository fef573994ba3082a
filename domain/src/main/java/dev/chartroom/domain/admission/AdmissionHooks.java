package dev.chartroom.domain.admission;

import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;

/**
 * All configured policies and webhooks, in the order in which they are called. An immutable snapshot, replaced with
 * each change.
 */
public record AdmissionHooks(
        List<Bound<MutatingPolicy>> mutatingPolicies,
        List<Webhook> mutatingWebhooks,
        List<Bound<ValidatingPolicy>> validatingPolicies,
        List<Webhook> validatingWebhooks) {
    public static final AdmissionHooks NONE = new AdmissionHooks(List.of(), List.of(), List.of(), List.of());

    public AdmissionHooks {
        mutatingPolicies = List.copyOf(mutatingPolicies);
        mutatingWebhooks = List.copyOf(mutatingWebhooks);
        validatingPolicies = List.copyOf(validatingPolicies);
        validatingWebhooks = List.copyOf(validatingWebhooks);
    }

    /** A policy with its bindings. */
    public record Bound<P>(P policy, List<PolicyBinding> bindings) {
        public Bound {
            bindings = List.copyOf(bindings);
        }
    }

    /**
     * Returns whether a policy or webhook could match such a request.
     *
     * @param subresource empty for the object itself
     */
    public boolean mayMatch(ApplicationKind kind, String subresource, Operation operation) {
        return mutatingWebhooks.stream().anyMatch(webhook -> webhook.mayMatch(kind, subresource, operation))
                || validatingWebhooks.stream().anyMatch(webhook -> webhook.mayMatch(kind, subresource, operation))
                || mutatingPolicies.stream()
                        .anyMatch(bound -> bound.policy().definition().mayMatch(kind, subresource, operation))
                || validatingPolicies.stream()
                        .anyMatch(bound -> bound.policy().definition().mayMatch(kind, subresource, operation));
    }
}
