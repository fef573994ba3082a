package dev.chartroom.core.admission;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionExpressions.Outcome;
import dev.chartroom.domain.admission.AdmissionHooks;
import dev.chartroom.domain.admission.AdmissionHooks.Bound;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.MutatingPolicy;
import dev.chartroom.domain.admission.Operation;
import dev.chartroom.domain.admission.PolicyBinding;
import dev.chartroom.domain.admission.ValidatingPolicy;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.TextCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests which policies and webhooks receive a write, in which order they receive it, and how their answers take effect.
 */
class ConfiguredAdmissionTest {
    private static final String PATCH = "\"patchType\":\"JSONPatch\",\"patch\":\"";

    private final Map<String, String> answers = new HashMap<>();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final RecordedNotes notes = new RecordedNotes();
    private final ScriptedExpressions expressions = new ScriptedExpressions();
    private final List<Bound<MutatingPolicy>> mutatingPolicies = new ArrayList<>();
    private final List<Bound<ValidatingPolicy>> validatingPolicies = new ArrayList<>();
    private final List<Webhook> mutating = new ArrayList<>();
    private final List<Webhook> validating = new ArrayList<>();
    private final List<JsonObject> reviews = new ArrayList<>();
    private String phase = "Active";
    private boolean loaded = true;

    @Test
    void mutatingWebhooksRunInOrderAndTheirPatchesAddUp() {
        mutating("a", "", patch("add", "/spec/name", "\"a\""));
        mutating("b", "", patch("add", "/metadata/labels", "{\"b\":\"b\"}"));

        JsonObject object = admission().mutate(create(), notes);

        assertThat(asked).containsExactly("a", "b");
        assertThat(object.toString()).contains("\"name\":\"a\"", "\"b\":\"b\"");
    }

    @Test
    void webhookWithReinvocationIfNeededIsCalledAgainAfterALaterChange() {
        mutating("a", "\"reinvocationPolicy\":\"IfNeeded\",", "");
        mutating("b", "", patch("add", "/spec/name", "\"b\""));
        mutating("c", "\"reinvocationPolicy\":\"IfNeeded\",", "");

        admission().mutate(create(), notes);

        assertThat(asked).containsExactly("a", "b", "c", "a");
        assertThat(notes.annotations())
                .containsEntry(
                        "mutation.webhook.admission.k8s.io/round_0_index_1",
                        "{\"configuration\":\"b\",\"webhook\":\"b\",\"mutated\":true}")
                .containsEntry(
                        "patch.webhook.admission.k8s.io/round_0_index_1",
                        "{\"configuration\":\"b\",\"webhook\":\"b\",\"patch\":[{\"op\":\"add\",\"path\":\"/spec/name\","
                                + "\"value\":\"b\"}]}")
                .doesNotContainKey("patch.webhook.admission.k8s.io/round_0_index_0")
                .containsKey("mutation.webhook.admission.k8s.io/round_1_index_0");
    }

    @Test
    void noWebhookIsReinvokedIfNothingChanged() {
        mutating("a", "\"reinvocationPolicy\":\"IfNeeded\",", patch("add", "/spec/replicas", "2"));

        JsonObject object = admission().mutate(create(), notes);

        assertThat(asked).containsExactly("a");
        assertThat(object).isEqualTo(create().object());
    }

    @Test
    void objectPatchedByAWebhookIsDefaultedAgain() {
        mutating("a", "", patch("replace", "/spec/cache", "{}"));

        assertThat(admission().mutate(create(), notes).objectOrEmpty("spec").toString())
                .contains("\"cache\":{\"size\":\"1Gi\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mutating   | mutation.webhook.admission.k8s.io/round_0_index_0={"configuration":"down","webhook":"down","mutated":false}
            validating |
            """)
    void unreachableWebhookWithFailurePolicyFail_returns500(String sort, String annotation) {
        hooks(sort).addAll(webhooks("down", "\"failurePolicy\":\"Fail\","));

        ApiException thrown = catchThrowableOfType(ApiException.class, () -> ask(create()));

        assertThat(Status.of(thrown.error()).code()).isEqualTo(500);
        assertThat(Status.of(thrown.error()).message())
                .isEqualTo("Internal error occurred: failed calling webhook \"down\": failed to call webhook:"
                        + " nobody there");
        assertThat(annotations()).isEqualTo(annotation == null ? List.of() : List.of(annotation));
    }

    @ParameterizedTest
    @CsvSource({
        "mutating,failed-open.mutation.webhook.admission.k8s.io/round_0_index_0=down",
        "validating,failed-open.validating.webhook.admission.k8s.io/round_0_index_0=down"
    })
    void unreachableWebhookWithFailurePolicyIgnore_isSkippedAndAnnotated(String sort, String annotation) {
        hooks(sort).addAll(webhooks("down", "\"failurePolicy\":\"Ignore\","));

        ask(create());

        assertThat(asked).containsExactly("down");
        assertThat(annotations()).startsWith(annotation);
    }

    @Test
    void allValidatingWebhooksAreCalledAndTheFirstDenialIsReturned() {
        for (String name : List.of("a", "b", "c")) {
            validating(
                    name, "", "\"allowed\":false,\"warnings\":[\"" + name + "\"],\"auditAnnotations\":{\"k\":\"v\"}");
        }

        ApiException thrown = catchThrowableOfType(ApiException.class, () -> ask(create()));

        assertThat(Status.of(thrown.error()).message())
                .isEqualTo("admission webhook \"a\" denied the request without explanation");
        assertThat(asked).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(notes.warnings()).containsExactly("a", "b", "c");
        assertThat(notes.annotations()).containsOnlyKeys("a/k", "b/k", "c/k");
    }

    @Test
    void dryRunWithAWebhookWithSideEffectsIsRejected() {
        validating("a", "\"sideEffects\":\"Unknown\",", "\"allowed\":true");

        ApiException thrown = catchThrowableOfType(ApiException.class, () -> ask(attributes(Operation.CREATE, true)));

        assertThat(Status.of(thrown.error()).message()).isEqualTo("admission webhook \"a\" does not support dry run");
        assertThat(asked).isEmpty();
    }

    @Test
    void writesAreForbiddenUntilTheAdmissionConfigurationIsLoaded() {
        loaded = false;

        ApiException thrown = catchThrowableOfType(ApiException.class, () -> ask(create()));

        assertThat(Status.of(thrown.error()).message())
                .isEqualTo("redises.apps.test.example.com \"a\" is forbidden: not yet ready to handle request");
        assertThat(admission().concernsDeletionOf(Kinds.redis())).isTrue();
    }

    @Test
    void createInATerminatingNamespaceIsRejectedButUpdateIsNot() {
        phase = "Terminating";

        ApiException thrown = catchThrowableOfType(ApiException.class, () -> ask(create()));

        assertThat(Status.of(thrown.error()).details().toString()).contains("NamespaceTerminating");
        ask(attributes(Operation.UPDATE, false));
    }

    @Test
    void deletionCallsBothKindsOfWebhooksAndRejectsPatches() {
        mutating("m", "", "\"allowed\":true");
        validating("v", "", "\"allowed\":true");
        admission().admitDeletion(attributes(Operation.DELETE, false), notes);
        assertThat(asked).containsExactly("m", "v");

        mutating("p", "", patch("add", "/spec/name", "\"a\""));
        ApiException thrown = catchThrowableOfType(
                ApiException.class, () -> admission().admitDeletion(attributes(Operation.DELETE, false), notes));
        assertThat(Status.of(thrown.error()).message())
                .isEqualTo(
                        "Internal error occurred: admission webhook \"p\" attempted to modify the object, which is not"
                                + " supported for this operation");
    }

    @Test
    void deletionRequiresAdmissionOnlyIfAWebhookMatchesTheKind() {
        validating.addAll(Webhook.allOf(
                object("{\"webhooks\":[{\"rules\":[{\"apiGroups\":[\"*\"],\"apiVersions\":[\"*\"],"
                        + "\"operations\":[\"*\"],\"resources\":[\"pods\",\"redises/status\"]}]}]}"),
                expressions));
        assertThat(admission().concernsDeletionOf(Kinds.redis())).isFalse();
        validating("v", "", "\"allowed\":true");
        assertThat(admission().concernsDeletionOf(Kinds.redis())).isTrue();
    }

    @Test
    void webhookForAnotherVersionReceivesTheConvertedObject() {
        answers.put("hook", patch("add", "/spec/title", "\"set\""));
        mutating.addAll(webhooksAboutV1("hook", ""));
        answers.put("judge", "\"allowed\":true");
        validating.addAll(webhooksAboutV1("judge", ""));
        AdmissionAttributes older = attributes(Kinds.convertedRedis(), Operation.CREATE, false);

        JsonObject mutated = admission().mutate(older, notes);
        admission().validate(older.withObject(mutated), notes);

        assertThat(asked).containsExactly("hook", "judge");
        assertThat(mutated.get("apiVersion")).isEqualTo(new JsonString("apps.test.example.com/v1alpha1"));
        assertThat(mutated.get("spec"))
                .isEqualTo(object("{\"replicas\":2,\"cache\":{\"size\":\"1Gi\"},\"name\":\"set\"}"));
        assertThat(reviews).allSatisfy(request -> {
            assertThat(request.objectOrEmpty("kind").stringOrEmpty("version")).isEqualTo("v1");
            assertThat(request.objectOrEmpty("requestKind").stringOrEmpty("version"))
                    .isEqualTo("v1alpha1");
            assertThat(request.objectOrEmpty("object").stringOrEmpty("apiVersion"))
                    .isEqualTo("apps.test.example.com/v1");
        });
        assertThat(reviews.getLast().objectOrEmpty("object").get("spec"))
                .isEqualTo(object("{\"scale\":{\"count\":2},\"memory\":{\"amount\":\"1Gi\"},\"title\":\"set\"}"));
    }

    @Test
    void webhookWithMatchPolicyExactIsCalledForItsVersionOnly() {
        validating.addAll(webhooksAboutV1("exact", "\"matchPolicy\":\"Exact\","));
        AdmissionAttributes older = attributes(Kinds.convertedRedis(), Operation.CREATE, false);

        admission().validate(older, notes);

        assertThat(asked).isEmpty();
        assertThat(admission().concernsDeletionOf(Kinds.convertedRedis())).isFalse();
        assertThat(admission().concernsDeletionOf(Kinds.convertedRedis().stored()))
                .isTrue();
    }

    @Test
    void mutatingPoliciesRunBeforeWebhooksAndAreReinvokedIfNeeded() {
        mutatingPolicy(
                "again", "\"reinvocationPolicy\":\"IfNeeded\",", "{\"op\":\"add\",\"path\":\"/spec/a\",\"value\":1}");
        mutatingPolicy("once", "", "{\"op\":\"add\",\"path\":\"/spec/b\",\"value\":1}");
        mutating("hook", "", patch("add", "/spec/c", "1"));

        JsonObject spec = admission().mutate(create(), notes).objectOrEmpty("spec");

        assertThat(asked)
                .containsExactly(
                        "again of replicas,cache", "once of replicas,cache,a", "hook", "again of replicas,cache,a,b,c");
        assertThat(spec.names()).contains("a", "b", "c");
    }

    @Test
    void bindingWithAuditAndWarn_warnsAndAnnotatesInsteadOfDenying() {
        validatingPolicy("\"Audit\",\"Warn\"");
        validating("hook", "", "\"allowed\":true");

        ask(create());

        assertThat(asked).containsExactly("small", "hook");
        assertThat(notes.warnings())
                .containsExactly("Validation failed for ValidatingAdmissionPolicy 'small' with binding 'b': too large");
        assertThat(annotations())
                .containsExactly("validation.policy.admission.k8s.io/validation_failure=[{\"message\":\"too large\","
                        + "\"policy\":\"small\",\"binding\":\"b\",\"expressionIndex\":0,"
                        + "\"validationActions\":[\"Audit\", \"Warn\"]}]");
    }

    @Test
    void writeDeniedByAPolicyReachesNoWebhook() {
        validatingPolicy("\"Deny\"");
        validating("hook", "", "\"allowed\":true");

        ApiException thrown = catchThrowableOfType(ApiException.class, () -> ask(create()));

        assertThat(Status.of(thrown.error()).message())
                .isEqualTo("redises.apps.test.example.com \"a\" is forbidden: ValidatingAdmissionPolicy 'small' with"
                        + " binding 'b' denied request: too large");
        assertThat(asked).containsExactly("small");
        assertThat(notes.warnings()).isEmpty();
        assertThat(notes.annotations()).isEmpty();
    }

    /** Policies and match conditions may compute for long, whatever the size of the object. */
    @ParameterizedTest
    @ValueSource(strings = {"mutating policy", "validating policy", "condition"})
    void expressionsRequireATurn(String sort) {
        switch (sort) {
            case "mutating policy" -> mutatingPolicy("once", "", "{\"op\":\"add\",\"path\":\"/spec/b\",\"value\":1}");
            case "validating policy" -> validatingPolicy("\"Audit\"");
            default -> validating.addAll(Webhook.allOf(object("""
                        {"metadata":{"name":"a"},"webhooks":[{"name":"a","matchConditions":[{"name":"c","expression":"c"}],
                         "rules":[{"apiGroups":["*"],"apiVersions":["*"],"operations":["*"],"resources":["redises"]}]}]}
                        """), expressions));
        }
        expressions.answer("c", _ -> {
            asked.add("c");
            return new Outcome.Truth(false);
        });
        ServerCapacity capacity = new ServerCapacity(2, 1 << 20);

        capacity.during(() -> {
            admission().mutate(create(), notes);
            admission().validate(create(), notes);
            assertThat(catchThrowableOfType(ApiException.class, () -> otherTurn(capacity)))
                    .isNotNull();
        });

        otherTurn(capacity);
    }

    @Test
    void writeWithoutExpressionsTakesNoTurn() {
        mutating("a", "", patch("add", "/spec/name", "\"a\""));
        ServerCapacity capacity = new ServerCapacity(2, 1 << 20);

        capacity.during(() -> {
            admission().mutate(create(), notes);
            otherTurn(capacity);
        });
    }

    /**
     * Takes a turn in another request of the same user. This fails if the user already holds a turn, because one user
     * gets half of the turns.
     */
    private static void otherTurn(ServerCapacity capacity) {
        capacity.during(() -> RequestDeadline.in(Duration.ofMillis(100)).during(() -> {
            ServerCapacity.current().orElseThrow().acquireTurn(Long.MAX_VALUE);
            return true;
        }));
    }

    /** Adds a policy that records which fields the received spec has. */
    private void mutatingPolicy(String name, String fields, String operation) {
        expressions.answer(name, input -> {
            asked.add(name + " of "
                    + String.join(
                            ",",
                            ((JsonObject) input.object()).objectOrEmpty("spec").names()));
            return new Outcome.Operations(List.of(object(operation)));
        });
        mutatingPolicies.add(new Bound<>(
                MutatingPolicy.of(object("""
                        {"metadata":{"name":"%s"},"spec":{%s"mutations":[
                         {"patchType":"JSONPatch","jsonPatch":{"expression":"%s"}}]}}
                        """.formatted(name, fields, name)), expressions), List.of(binding(""))));
    }

    /** Adds a policy that denies everything. */
    private void validatingPolicy(String actions) {
        expressions.answer("small", _ -> {
            asked.add("small");
            return new Outcome.Truth(false);
        });
        validatingPolicies.add(new Bound<>(ValidatingPolicy.of(object("""
                        {"metadata":{"name":"small"},"spec":{"validations":[{"expression":"small","message":"too large"}]}}
                        """), expressions), List.of(binding(actions))));
    }

    private static PolicyBinding binding(String actions) {
        return PolicyBinding.of(
                object("{\"metadata\":{\"name\":\"b\"},\"spec\":{\"validationActions\":[" + actions + "]}}"));
    }

    private List<Webhook> hooks(String sort) {
        return sort.equals("mutating") ? mutating : validating;
    }

    private List<String> annotations() {
        return notes.annotations().entrySet().stream().map(String::valueOf).toList();
    }

    private void ask(AdmissionAttributes attributes) {
        admission().validate(attributes.withObject(admission().mutate(attributes, notes)), notes);
    }

    private ConfiguredAdmission admission() {
        AdmissionHooks hooks = new AdmissionHooks(mutatingPolicies, mutating, validatingPolicies, validating);
        return new ConfiguredAdmission(
                () -> loaded ? Optional.of(hooks) : Optional.empty(),
                _ -> object("{\"status\":{\"phase\":\"" + phase + "\"}}"),
                _ -> {
                    throw new IllegalArgumentException("no params");
                },
                this::answer,
                _ -> new Decision.NoOpinion(""),
                new TextCodec());
    }

    private JsonValue answer(Webhook webhook, AdmissionReview review) throws IOException {
        asked.add(webhook.name());
        reviews.add(review.toJson().objectOrEmpty("request"));
        String answer = answers.get(webhook.name());
        if (answer == null) {
            throw new IOException("nobody there");
        }
        return object("{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"response\":{\"uid\":\""
                + review.uid() + "\"," + answer + "}}");
    }

    private void mutating(String name, String fields, String answer) {
        answers.put(name, answer.isEmpty() ? "\"allowed\":true" : answer);
        mutating.addAll(webhooks(name, fields));
    }

    private void validating(String name, String fields, String answer) {
        answers.put(name, answer);
        validating.addAll(webhooks(name, fields));
    }

    private static List<Webhook> webhooks(String name, String fields) {
        return Webhook.allOf(object("""
                {"metadata":{"name":"%s"},"webhooks":[{"name":"%s","sideEffects":"None",%s"admissionReviewVersions":["v1"],
                 "rules":[{"apiGroups":["*"],"apiVersions":["*"],"operations":["*"],"resources":["redises"]}]}]}
                """.formatted(name, name, fields)), new NoExpressions());
    }

    private static List<Webhook> webhooksAboutV1(String name, String fields) {
        return Webhook.allOf(object("""
                {"metadata":{"name":"%s"},"webhooks":[{"name":"%s","sideEffects":"None",%s"admissionReviewVersions":["v1"],
                 "rules":[{"apiGroups":["*"],"apiVersions":["v1"],"operations":["*"],"resources":["redises"]}]}]}
                """.formatted(name, name, fields)), new NoExpressions());
    }

    private static String patch(String op, String path, String value) {
        String operations = "[{\"op\":\"" + op + "\",\"path\":\"" + path + "\",\"value\":" + value + "}]";
        return "\"allowed\":true," + PATCH
                + Base64.getEncoder().encodeToString(operations.getBytes(StandardCharsets.UTF_8)) + "\"";
    }

    private static AdmissionAttributes create() {
        return attributes(Operation.CREATE, false);
    }

    private static AdmissionAttributes attributes(Operation operation, boolean dryRun) {
        return attributes(Kinds.redis(), operation, dryRun);
    }

    private static AdmissionAttributes attributes(ApplicationKind kind, Operation operation, boolean dryRun) {
        JsonObject object = object(
                "{\"apiVersion\":\"apps.test.example.com/v1alpha1\",\"kind\":\"Redis\",\"metadata\":{\"name\":\"a\",\"namespace\":\"ns\"},"
                        + "\"spec\":{\"replicas\":2,\"cache\":{\"size\":\"1Gi\"}}}");
        return new AdmissionAttributes(
                kind,
                "",
                "ns",
                "a",
                operation,
                JsonObject.EMPTY,
                dryRun,
                UserInfo.of("jane", List.of()),
                operation == Operation.DELETE ? null : object,
                operation == Operation.CREATE ? null : object);
    }
}
