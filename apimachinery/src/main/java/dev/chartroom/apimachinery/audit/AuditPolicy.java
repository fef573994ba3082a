package dev.chartroom.apimachinery.audit;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;
import java.util.function.Consumer;

/** Decides how much of a request is recorded (audit.k8s.io/v1, Policy). Immutable. */
public final class AuditPolicy {
    /** Records nothing. */
    public static final AuditPolicy NONE = new AuditPolicy(List.of());

    private final List<AuditRule> rules;

    AuditPolicy(List<AuditRule> rules) {
        this.rules = List.copyOf(rules);
    }

    /**
     * Reads a policy.
     *
     * @param document the content of a policy file
     * @param warnings receives a sentence for each unknown field. Upstream ignores such fields, too
     * @throws IllegalArgumentException if the document is not a valid policy; the message names every invalid field
     */
    public static AuditPolicy read(JsonValue document, Consumer<String> warnings) {
        return new AuditPolicyReader(warnings).read(document);
    }

    /** Returns the configuration of the first rule that matches. A user with an empty name is unauthenticated. */
    public RequestAuditConfig evaluate(RequestAttributes attributes) {
        for (AuditRule rule : rules) {
            if (rule.matches(attributes)) {
                return rule.config();
            }
        }
        return RequestAuditConfig.NONE;
    }

    /** Returns whether the policy records no requests at all. */
    public boolean recordsNothing() {
        return rules.stream().allMatch(rule -> rule.config().level() == AuditLevel.NONE);
    }
}
