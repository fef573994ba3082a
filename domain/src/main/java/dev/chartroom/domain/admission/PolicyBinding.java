package dev.chartroom.domain.admission;

import dev.chartroom.domain.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What puts a policy into force. Immutable. */
public final class PolicyBinding {
    private final String name;
    private final String policyName;
    private final List<String> validationActions;
    private final @Nullable ParamRef paramRef;
    private final MatchResources matchResources;

    private PolicyBinding(JsonObject binding) {
        JsonObject spec = binding.objectOrEmpty("spec");
        name = binding.objectOrEmpty("metadata").stringOrEmpty("name");
        policyName = spec.stringOrEmpty("policyName");
        validationActions = spec.arrayOrEmpty("validationActions").strings();
        paramRef = spec.object("paramRef").map(ParamRef::of).orElse(null);
        matchResources = MatchResources.ofPolicy(spec.objectOrEmpty("matchResources"));
    }

    /**
     * Reads a ValidatingAdmissionPolicyBinding or MutatingAdmissionPolicyBinding.
     *
     * @throws IllegalArgumentException where a selector in it is malformed
     */
    public static PolicyBinding of(JsonObject binding) {
        return new PolicyBinding(binding);
    }

    public String name() {
        return name;
    }

    /** The name of the policy that it binds. */
    public String policyName() {
        return policyName;
    }

    /** {@code Deny}, {@code Warn} and {@code Audit}, as far as they are given; none of a mutating policy. */
    public List<String> validationActions() {
        return validationActions;
    }

    /** What it parametrises the policy with; null for nothing. */
    public @Nullable ParamRef paramRef() {
        return paramRef;
    }

    /**
     * Whether it is about a request that its policy is about.
     *
     * @param namespaceLabels the labels of a namespace; what it throws goes on
     */
    public boolean matches(AdmissionAttributes attributes, Function<String, Map<String, String>> namespaceLabels) {
        return matchResources.match(attributes, namespaceLabels).isPresent();
    }
}
