package dev.chartroom.domain.audit;

import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.json.JsonValue;
import java.util.List;
import java.util.function.Consumer;

/** Decides how much is recorded of which request (audit.k8s.io/v1, Policy). Immutable. */
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
     * @param document what a policy file holds
     * @param warnings takes a sentence for each field that is not known, which counts for nothing, as upstream
     * @throws IllegalArgumentException where it is none; the message names every field that is wrong
     */
    public static AuditPolicy read(JsonValue document, Consumer<String> warnings) {
        return new AuditPolicyReader(warnings).read(document);
    }

    /** What the first rule says that matches; a user without a name is nobody who is known. */
    public RequestAuditConfig evaluate(RequestAttributes attributes) {
        for (AuditRule rule : rules) {
            if (rule.matches(attributes)) {
                return rule.config();
            }
        }
        return RequestAuditConfig.NONE;
    }

    /** True where there is no request of which anything is recorded. */
    public boolean recordsNothing() {
        return rules.stream().allMatch(rule -> rule.config().level() == AuditLevel.NONE);
    }
}
