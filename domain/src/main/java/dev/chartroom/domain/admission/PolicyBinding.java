package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A binding, which puts a policy into force. Immutable. */
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
     * @throws IllegalArgumentException if a selector in it is malformed
     */
    public static PolicyBinding of(JsonObject binding) {
        return new PolicyBinding(binding);
    }

    public String name() {
        return name;
    }

    /** Returns the name of the bound policy. */
    public String policyName() {
        return policyName;
    }

    /** Returns the actions, each of them {@code Deny}, {@code Warn} or {@code Audit}; empty for a mutating policy. */
    public List<String> validationActions() {
        return validationActions;
    }

    /** Returns the reference to the parameters; null for none. */
    public @Nullable ParamRef paramRef() {
        return paramRef;
    }

    /**
     * Returns whether the binding matches a request that its policy matches.
     *
     * @param namespaceLabels returns the labels of a namespace; its exceptions propagate
     */
    public boolean matches(AdmissionAttributes attributes, Function<String, Map<String, String>> namespaceLabels) {
        return matchResources.match(attributes, namespaceLabels).isPresent();
    }
}
