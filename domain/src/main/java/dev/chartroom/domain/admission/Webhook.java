package dev.chartroom.domain.admission;

import dev.chartroom.domain.admission.AdmissionExpressions.Input;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** One webhook of a ValidatingWebhookConfiguration or MutatingWebhookConfiguration. Immutable. */
public final class Webhook {
    private static final long DEFAULT_SECONDS = 10;

    private final String name;
    private final String configuration;
    private final JsonObject clientConfig;
    private final FailurePolicy failurePolicy;
    private final String sideEffects;
    private final Duration timeout;
    private final List<String> reviewVersions;
    private final boolean reinvokedIfNeeded;
    private final MatchResources matching;
    private final MatchConditions conditions;

    private Webhook(String configuration, JsonObject webhook, AdmissionExpressions expressions) {
        this.configuration = configuration;
        name = webhook.stringOrEmpty("name");
        clientConfig = webhook.objectOrEmpty("clientConfig");
        failurePolicy = FailurePolicy.of(webhook);
        sideEffects = webhook.stringOrEmpty("sideEffects");
        timeout = Duration.ofSeconds(
                webhook.get("timeoutSeconds") instanceof JsonNumber seconds
                        ? seconds.asLong().orElse(DEFAULT_SECONDS)
                        : DEFAULT_SECONDS);
        reviewVersions = webhook.arrayOrEmpty("admissionReviewVersions").strings();
        reinvokedIfNeeded = webhook.stringOrEmpty("reinvocationPolicy").equals("IfNeeded");
        matching = MatchResources.ofWebhook(webhook);
        conditions = MatchConditions.of(
                expressions.scope(List.of()), webhook.arrayOrEmpty("matchConditions"), failurePolicy);
    }

    /**
     * Reads the webhooks of a configuration, in their order.
     *
     * @throws IllegalArgumentException where a selector in it is malformed
     */
    public static List<Webhook> allOf(JsonObject configuration, AdmissionExpressions expressions) {
        String name = configuration.objectOrEmpty("metadata").stringOrEmpty("name");
        return configuration.arrayOrEmpty("webhooks").objects().stream()
                .map(webhook -> new Webhook(name, webhook, expressions))
                .toList();
    }

    public String name() {
        return name;
    }

    /** The name of the configuration that it is part of. */
    public String configuration() {
        return configuration;
    }

    /** Where it is: a {@code url} or a {@code service}, and the {@code caBundle}. */
    public JsonObject clientConfig() {
        return clientConfig;
    }

    public FailurePolicy failurePolicy() {
        return failurePolicy;
    }

    /** Whether it may be called for a request that must not change anything. */
    public boolean supportsDryRun() {
        return sideEffects.equals("None") || sideEffects.equals("NoneOnDryRun");
    }

    public Duration timeout() {
        return timeout;
    }

    /** The versions of AdmissionReview that it reads, the preferred one first. */
    public List<String> reviewVersions() {
        return reviewVersions;
    }

    /** Whether it is called again where somebody else changed the object after it. */
    public boolean isReinvokedIfNeeded() {
        return reinvokedIfNeeded;
    }

    /** Whether it can be about any such request. */
    public boolean mayMatch(ApplicationKind kind, String subresource, Operation operation) {
        return matching.mayMatch(kind, subresource, operation);
    }

    /**
     * The version of the kind in which it has to see a request; empty where it is not about it, whatever its conditions.
     *
     * @param namespaceLabels the labels of a namespace; what it throws goes on
     */
    public Optional<String> match(
            AdmissionAttributes attributes, Function<String, Map<String, String>> namespaceLabels) {
        return matching.match(attributes, namespaceLabels);
    }

    /**
     * Whether its match conditions hold.
     *
     * @throws IllegalArgumentException where that cannot be said, and the webhook must not be passed by then
     */
    public boolean meetsConditions(Input input) {
        return switch (conditions.match(input)) {
            case ConditionMatch.Yes() -> true;
            case ConditionMatch.No() -> false;
            case ConditionMatch.Failed(String message) -> throw new IllegalArgumentException(message);
        };
    }

    /** Whether it has any: what they look at need not be made where there are none. */
    public boolean hasConditions() {
        return !conditions.isEmpty();
    }
}
