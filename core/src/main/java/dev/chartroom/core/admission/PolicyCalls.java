package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionHooks.Bound;
import dev.chartroom.domain.admission.FailurePolicy;
import dev.chartroom.domain.admission.ParamKind;
import dev.chartroom.domain.admission.ParamRef;
import dev.chartroom.domain.admission.PolicyBinding;
import dev.chartroom.domain.admission.PolicyDefinition;
import dev.chartroom.ports.admission.PolicyParams;
import dev.chartroom.ports.admission.PolicyParams.Params;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Selects the policies for a request, and their parameters. Rules and messages are the same as in apiserver's
 * {@code admission/plugin/policy/generic}.
 */
record PolicyCalls<P>(PolicyParams params, Function<P, PolicyDefinition> definition) {

    private static final System.Logger LOG = System.getLogger(PolicyCalls.class.getName());

    /**
     * Returns the calls in the order of the policies and their bindings. If any policy must be evaluated, waits until
     * the request has a turn to compute.
     *
     * @throws ApiException TooManyRequests if no turn comes in time
     */
    List<PolicyCall<P>> select(AdmissionAttributes attributes, List<Bound<P>> policies, AdmissionInputs inputs) {
        List<PolicyCall<P>> calls = new ArrayList<>();
        for (Bound<P> bound : policies) {
            PolicyDefinition policy = definition.apply(bound.policy());
            try {
                Optional<String> version = policy.match(attributes, inputs::labels);
                if (version.isPresent()) {
                    AdmissionAttributes matched = attributes.in(version.get());
                    Params found = policy.paramKind() == null ? null : params.of(policy.paramKind());
                    bound.bindings().forEach(binding -> add(calls, bound.policy(), binding, found, matched, inputs));
                }
            } catch (ApiException | IllegalArgumentException e) {
                broken(calls, bound.policy(), null, "failed to configure policy: " + message(e));
            }
        }
        if (calls.stream().anyMatch(PolicyCall.Evaluation.class::isInstance)) {
            // The evaluation of an expression may take long even if the object is small.
            ServerCapacity.current().ifPresent(share -> share.acquireTurn(Long.MAX_VALUE));
        }
        return calls;
    }

    private void add(
            List<PolicyCall<P>> calls,
            P policy,
            PolicyBinding binding,
            @Nullable Params found,
            AdmissionAttributes attributes,
            AdmissionInputs inputs) {
        try {
            if (binding.matches(attributes, inputs::labels)) {
                ParamKind kind = definition.apply(policy).paramKind();
                List<@Nullable JsonObject> with = kind == null || found == null || binding.paramRef() == null
                        ? Arrays.asList((JsonObject) null)
                        : selectParams(kind, found, binding.paramRef(), attributes.namespace());
                if (!with.isEmpty()) {
                    calls.add(new PolicyCall.Evaluation<>(policy, binding, attributes, with));
                }
            }
        } catch (ApiException | IllegalArgumentException e) {
            broken(calls, policy, binding, "failed to configure binding: " + message(e));
        }
    }

    private void broken(List<PolicyCall<P>> calls, P policy, @Nullable PolicyBinding binding, String message) {
        LOG.log(Level.WARNING, "Policy {0}: {1}", definition.apply(policy).name(), message);
        if (definition.apply(policy).failurePolicy() == FailurePolicy.FAIL) {
            calls.add(new PolicyCall.Broken<>(policy, binding, message));
        }
    }

    private static List<@Nullable JsonObject> selectParams(ParamKind kind, Params all, ParamRef ref, String namespace) {
        if (!all.isLoaded()) {
            throw new IllegalArgumentException("paramKind kind `" + kind + "` not yet synced to use for admission");
        }
        if (!all.isNamespaced() && !ref.namespace().isEmpty()) {
            throw new IllegalArgumentException(
                    "paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
        }
        String from = !all.isNamespaced() ? "" : ref.namespace().isEmpty() ? namespace : ref.namespace();
        List<@Nullable JsonObject> found = new ArrayList<>();
        if (!ref.name().isEmpty()) {
            all.get(from, ref.name()).ifPresent(found::add);
        } else if (ref.selector() != null) {
            found.addAll(all.list(from, ref.selector()));
        } else {
            throw new IllegalArgumentException("one of name or selector must be provided");
        }
        if (found.isEmpty() && ref.denyWhereNone()) {
            throw new IllegalArgumentException(
                    "no params found for policy binding with `Deny` parameterNotFoundAction");
        }
        return found;
    }

    private static String message(RuntimeException e) {
        return e instanceof ApiException failure
                ? Status.of(failure.error()).message()
                : String.valueOf(e.getMessage());
    }
}
