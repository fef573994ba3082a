package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.admission.AdmissionExpressions.Input;
import dev.chartroom.domain.admission.AdmissionExpressions.Scope;
import dev.chartroom.domain.admission.AdmissionExpressions.Variable;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The common parts of validating and mutating policies. Immutable. */
public final class PolicyDefinition {
    private final String name;
    private final FailurePolicy failurePolicy;
    private final @Nullable ParamKind paramKind;
    private final MatchResources constraints;
    private final Scope scope;
    private final MatchConditions conditions;

    private PolicyDefinition(JsonObject policy, AdmissionExpressions expressions) {
        JsonObject spec = policy.objectOrEmpty("spec");
        name = policy.objectOrEmpty("metadata").stringOrEmpty("name");
        failurePolicy = FailurePolicy.of(spec);
        paramKind = spec.object("paramKind")
                .map(kind -> new ParamKind(kind.stringOrEmpty("apiVersion"), kind.stringOrEmpty("kind")))
                .orElse(null);
        constraints = MatchResources.ofPolicy(spec.objectOrEmpty("matchConstraints"));
        scope = expressions.scope(variables(spec));
        conditions = MatchConditions.of(scope, spec.arrayOrEmpty("matchConditions"), failurePolicy);
    }

    /** @throws IllegalArgumentException if a selector in it is malformed */
    static PolicyDefinition of(JsonObject policy, AdmissionExpressions expressions) {
        return new PolicyDefinition(policy, expressions);
    }

    public String name() {
        return name;
    }

    public FailurePolicy failurePolicy() {
        return failurePolicy;
    }

    /** Returns the kind of the parameters; null if there are none. */
    public @Nullable ParamKind paramKind() {
        return paramKind;
    }

    /**
     * Returns the version in which a request matches; empty if the request matches in no version of the kind.
     *
     * @param namespaceLabels returns the labels of a namespace; its exceptions propagate
     */
    public Optional<String> match(
            AdmissionAttributes attributes, Function<String, Map<String, String>> namespaceLabels) {
        return constraints.match(attributes, namespaceLabels);
    }

    /** Returns whether such a request could match. */
    public boolean mayMatch(ApplicationKind kind, String subresource, Operation operation) {
        return constraints.mayMatch(kind, subresource, operation);
    }

    Scope scope() {
        return scope;
    }

    ConditionMatch match(Input input) {
        return conditions.match(withoutNamespace(input));
    }

    /** As upstream, match conditions have no access to the namespace. */
    private static Input withoutNamespace(Input input) {
        return new Input(
                input.object(),
                input.oldObject(),
                input.request(),
                input.params(),
                JsonNull.NULL,
                input.self(),
                input.authorizer());
    }

    private static List<Variable> variables(JsonObject spec) {
        return spec.arrayOrEmpty("variables").objects().stream()
                .map(variable -> new Variable(variable.stringOrEmpty("name"), variable.stringOrEmpty("expression")))
                .toList();
    }
}
