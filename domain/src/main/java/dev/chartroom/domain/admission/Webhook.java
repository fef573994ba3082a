package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.admission.AdmissionExpressions.Input;
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
     * @throws IllegalArgumentException if a selector in it is malformed
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

    /** Returns the name of the configuration that contains the webhook. */
    public String configuration() {
        return configuration;
    }

    /** Returns the address: a {@code url} or a {@code service}, and the {@code caBundle}. */
    public JsonObject clientConfig() {
        return clientConfig;
    }

    public FailurePolicy failurePolicy() {
        return failurePolicy;
    }

    /** Returns whether the webhook may be called for a dry run. */
    public boolean supportsDryRun() {
        return sideEffects.equals("None") || sideEffects.equals("NoneOnDryRun");
    }

    public Duration timeout() {
        return timeout;
    }

    /** Returns the versions of AdmissionReview that the webhook accepts, the preferred version first. */
    public List<String> reviewVersions() {
        return reviewVersions;
    }

    /** Returns whether the webhook is called again if a later policy or webhook changes the object. */
    public boolean isReinvokedIfNeeded() {
        return reinvokedIfNeeded;
    }

    /** Returns whether such a request could match. */
    public boolean mayMatch(ApplicationKind kind, String subresource, Operation operation) {
        return matching.mayMatch(kind, subresource, operation);
    }

    /**
     * Returns the version in which a request matches; empty if the request matches in no version of the kind. Match
     * conditions are not evaluated.
     *
     * @param namespaceLabels returns the labels of a namespace; its exceptions propagate
     */
    public Optional<String> match(
            AdmissionAttributes attributes, Function<String, Map<String, String>> namespaceLabels) {
        return matching.match(attributes, namespaceLabels);
    }

    /**
     * Evaluates the match conditions.
     *
     * @throws IllegalArgumentException if the conditions cannot be evaluated and the failure policy is Fail
     */
    public boolean meetsConditions(Input input) {
        return switch (conditions.match(input)) {
            case ConditionMatch.Yes() -> true;
            case ConditionMatch.No() -> false;
            case ConditionMatch.Failed(String message) -> throw new IllegalArgumentException(message);
        };
    }

    /** Returns whether there are match conditions. Without conditions, the caller need not create their input. */
    public boolean hasConditions() {
        return !conditions.isEmpty();
    }
}
