package dev.chartroom.core.admission;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionHooks;
import dev.chartroom.domain.admission.AdmissionHooks.Bound;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Operation;
import dev.chartroom.domain.admission.PolicyBinding;
import dev.chartroom.domain.admission.ValidatingPolicy;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.TextCodec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that no log contains values of an object that policies and webhooks quote. Audit annotations contain such
 * values only if the kind has no sensitive fields.
 */
class AdmissionSecretsTest {
    private static final String SECRET = "not-for-any-log";
    private static final String RULES =
            "[{\"apiGroups\":[\"*\"],\"apiVersions\":[\"*\"],\"operations\":[\"*\"],\"resources\":[\"*\"]}]";

    private final RecordedNotes notes = new RecordedNotes();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void auditAnnotationsAreMaskedIfAFieldIsSensitive(boolean sensitive) {
        ValidatingPolicy policy = ValidatingPolicy.of(policy("""
                "validations":[{"expression":"false","messageExpression":"quote"}],
                "auditAnnotations":[{"key":"k","valueExpression":"quote"}]
                """), new FixedExpressions(SECRET));
        Webhook webhook = webhook("validating", "Fail");
        AdmissionHooks hooks = new AdmissionHooks(
                List.of(), List.of(), List.of(new Bound<>(policy, List.of(binding()))), List.of(webhook));

        admission(hooks, "{\"allowed\":true,\"auditAnnotations\":{\"k\":\"" + SECRET + "\"}}")
                .validate(attributes(sensitive ? List.of("spec.name") : List.of()), notes);

        String shown = sensitive ? "******" : SECRET;
        assertThat(notes.annotations())
                .hasSize(3)
                .containsEntry("p/k", shown)
                .containsEntry("validating/k", shown)
                .hasEntrySatisfying(
                        "validation.policy.admission.k8s.io/validation_failure",
                        failure -> assertThat(failure)
                                .contains("\"message\":\"" + shown + "\"", "\"policy\":\"p\"", "\"binding\":\"b\""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                         | the call did not succeed
            {"uid": "not-for-any-log"} | its response is invalid
            """)
    void failedWebhookIsLoggedWithoutItsResponse(String response, String how) {
        WebhookCall call = new WebhookCall((_, review) -> answer(review, response), false);

        WebhookCall.FailedException failed = catchThrowableOfType(
                WebhookCall.FailedException.class, () -> call.invoke(webhook("w", "Ignore"), attributes(List.of())));

        assertThat(failed).hasMessageContaining(SECRET);
        assertThat(failed.inLog()).isEqualTo("Webhook \"w\" failed: " + how + " (failure policy IGNORE)");
    }

    private static ConfiguredAdmission admission(AdmissionHooks hooks, String response) {
        return new ConfiguredAdmission(
                () -> Optional.of(hooks),
                _ -> JsonObject.EMPTY,
                _ -> {
                    throw new IllegalArgumentException("no params");
                },
                (_, review) -> answer(review, response),
                _ -> new Decision.NoOpinion(""),
                new TextCodec());
    }

    /**
     * @param response the response of the webhook; empty if the webhook must fail with an error that contains the
     *     secret
     */
    private static JsonObject answer(AdmissionReview review, String response) throws IOException {
        if (response.isEmpty()) {
            throw new IOException("500: " + SECRET);
        }
        JsonObject answer = object(response);
        return object("{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\"}")
                .with("response", answer.has("uid") ? answer : answer.with("uid", new JsonString(review.uid())));
    }

    private static Webhook webhook(String name, String failurePolicy) {
        return Webhook.allOf(object("""
                {"metadata":{"name":"%1$s"},"webhooks":[{"name":"%1$s","sideEffects":"None","failurePolicy":"%2$s",
                 "admissionReviewVersions":["v1"],"rules":%3$s}]}
                """.formatted(name, failurePolicy, RULES)), new NoExpressions())
                .getFirst();
    }

    private static JsonObject policy(String spec) {
        return object("{\"metadata\":{\"name\":\"p\"},\"spec\":{\"matchConstraints\":{\"resourceRules\":" + RULES + "},"
                + spec + "}}");
    }

    private static PolicyBinding binding() {
        return PolicyBinding.of(object(
                "{\"metadata\":{\"name\":\"b\"},\"spec\":{\"policyName\":\"p\",\"validationActions\":[\"Audit\"]}}"));
    }

    private static AdmissionAttributes attributes(List<String> sensitivePaths) {
        return new AdmissionAttributes(
                Kinds.builder(Kinds.redis()).sensitivePaths(sensitivePaths).build(),
                "",
                "ns",
                "a",
                Operation.CREATE,
                JsonObject.EMPTY,
                false,
                UserInfo.of("jane", List.of()),
                object("{\"kind\":\"Redis\",\"metadata\":{\"name\":\"a\",\"namespace\":\"ns\"},\"spec\":{\"name\":\""
                        + SECRET + "\",\"replicas\":2,\"cache\":{\"size\":\"1Gi\"}}}"),
                null);
    }
}
