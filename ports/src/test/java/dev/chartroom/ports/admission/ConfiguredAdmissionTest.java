package dev.chartroom.ports.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.AdmissionHooks;
import dev.chartroom.domain.admission.AdmissionReview;
import dev.chartroom.domain.admission.Operation;
import dev.chartroom.domain.admission.Webhook;
import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonText;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.Status;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.TextCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/** Who is asked about a write, in which order, and what becomes of the answers. */
class ConfiguredAdmissionTest {
    private static final String PATCH = "\"patchType\":\"JSONPatch\",\"patch\":\"";

    private final Map<String, String> answers = new HashMap<>();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final RecordedNotes notes = new RecordedNotes();
    private final List<Webhook> mutating = new ArrayList<>();
    private final List<Webhook> validating = new ArrayList<>();
    private String phase = "Active";
    private boolean loaded = true;

    @Test
    void mutatingWebhooksAreAskedOneAfterTheOtherAndSeeWhatTheOthersMade() {
        mutating("a", "", patch("add", "/spec/name", "\"a\""));
        mutating("b", "", patch("add", "/metadata/labels", "{\"b\":\"b\"}"));

        JsonObject object = admission().mutate(create(), notes);

        assertThat(asked).containsExactly("a", "b");
        assertThat(object.toString()).contains("\"name\":\"a\"", "\"b\":\"b\"");
    }

    @Test
    void whoWantsToIsAskedAgainAfterAChangeAndNobodyElse() {
        mutating("a", "\"reinvocationPolicy\":\"IfNeeded\",", "");
        mutating("b", "", patch("add", "/spec/name", "\"b\""));
        mutating("c", "\"reinvocationPolicy\":\"IfNeeded\",", "");

        admission().mutate(create(), notes);

        assertThat(asked).containsExactly("a", "b", "c", "a");
        assertThat(notes.annotations())
                .containsEntry(
                        "mutation.webhook.admission.k8s.io/round_0_index_1",
                        "{\"configuration\":\"b\",\"webhook\":\"b\",\"mutated\":true}")
                .containsKey("mutation.webhook.admission.k8s.io/round_1_index_0");
    }

    @Test
    void nobodyIsAskedAgainWhereNothingChanged() {
        mutating("a", "\"reinvocationPolicy\":\"IfNeeded\",", patch("add", "/spec/replicas", "2"));

        JsonObject object = admission().mutate(create(), notes);

        assertThat(asked).containsExactly("a");
        assertThat(object).isEqualTo(create().object());
    }

    @Test
    void defaultsAreAddedToWhatAWebhookAdds() {
        mutating("a", "", patch("replace", "/spec/cache", "{}"));

        assertThat(admission().mutate(create(), notes).objectOrEmpty("spec").toString())
                .contains("\"cache\":{\"size\":\"1Gi\"}");
    }

    @ParameterizedTest
    @CsvSource({"mutating,Fail,500", "mutating,Ignore,0", "validating,Fail,500", "validating,Ignore,0"})
    void aWebhookThatCannotBeAskedRefusesUnlessItSaysOtherwise(String sort, String policy, int code) {
        List<Webhook> hooks = sort.equals("mutating") ? mutating : validating;
        hooks.addAll(webhooks("down", "\"failurePolicy\":\"" + policy + "\","));

        ApiException thrown = catchThrowableOfType(ApiException.class, () -> ask(create()));

        if (code == 0) {
            assertThat(thrown).isNull();
            assertThat(notes.annotations().keySet()).anyMatch(key -> key.startsWith("failed-open."));
        } else {
            assertThat(Status.of(thrown.error()).code()).isEqualTo(code);
            assertThat(Status.of(thrown.error()).message())
                    .isEqualTo("Internal error occurred: failed calling webhook \"down\": failed to call webhook:"
                            + " nobody there");
        }
    }

    @Test
    void ofSeveralRefusalsTheFirstIsToldAndAllAreAsked() {
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
    void aWebhookWithSideEffectsIsNotAskedAboutADryRun() {
        validating("a", "\"sideEffects\":\"Unknown\",", "\"allowed\":true");

        ApiException thrown = catchThrowableOfType(ApiException.class, () -> ask(attributes(Operation.CREATE, true)));

        assertThat(Status.of(thrown.error()).message()).isEqualTo("admission webhook \"a\" does not support dry run");
        assertThat(asked).isEmpty();
    }

    @Test
    void nothingIsAdmittedBeforeItIsKnownWhoIsToBeAsked() {
        loaded = false;

        ApiException thrown = catchThrowableOfType(ApiException.class, () -> ask(create()));

        assertThat(Status.of(thrown.error()).message())
                .isEqualTo("redises.apps.test.example.com \"a\" is forbidden: not yet ready to handle request");
        assertThat(admission().concernsDeletionOf(Kinds.redis())).isTrue();
    }

    @Test
    void nothingIsCreatedInANamespaceThatIsGoing() {
        phase = "Terminating";

        ApiException thrown = catchThrowableOfType(ApiException.class, () -> ask(create()));

        assertThat(Status.of(thrown.error()).details().toString()).contains("NamespaceTerminating");
        ask(attributes(Operation.UPDATE, false));
    }

    @Test
    void bothSortsOfWebhooksAreAskedAboutADeletionAndNoneMayPatchIt() {
        mutating("m", "", "\"allowed\":true");
        validating("v", "", "\"allowed\":true");
        admission().admitDeletion(attributes(Operation.DELETE, false), notes);
        assertThat(asked).containsExactly("m", "v");

        mutating("p", "", patch("add", "/spec/name", "\"a\""));
        ApiException thrown = catchThrowableOfType(
                ApiException.class, () -> admission().admitDeletion(attributes(Operation.DELETE, false), notes));
        assertThat(Status.of(thrown.error()).code()).isEqualTo(500);
    }

    @Test
    void aKindThatNobodyAsksAboutIsDeletedWithoutAsking() {
        assertThat(admission().concernsDeletionOf(Kinds.redis())).isFalse();
        validating("v", "", "\"allowed\":true");
        assertThat(admission().concernsDeletionOf(Kinds.redis())).isTrue();
    }

    private void ask(AdmissionAttributes attributes) {
        admission().validate(attributes.withObject(admission().mutate(attributes, notes)), notes);
    }

    private ConfiguredAdmission admission() {
        AdmissionHooks hooks = new AdmissionHooks(List.of(), mutating, List.of(), validating);
        return new ConfiguredAdmission(
                () -> loaded ? Optional.of(hooks) : Optional.empty(),
                _ -> json("{\"status\":{\"phase\":\"" + phase + "\"}}"),
                _ -> {
                    throw new IllegalArgumentException("no params");
                },
                this::answer,
                _ -> new Decision.NoOpinion(""),
                new TextCodec());
    }

    private JsonValue answer(Webhook webhook, AdmissionReview review) throws IOException {
        asked.add(webhook.name());
        String answer = answers.get(webhook.name());
        if (answer == null) {
            throw new IOException("nobody there");
        }
        return json("{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"response\":{\"uid\":\""
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
        return Webhook.allOf(json("""
                {"metadata":{"name":"%s"},"webhooks":[{"name":"%s","sideEffects":"None",%s"admissionReviewVersions":["v1"],
                 "rules":[{"apiGroups":["*"],"apiVersions":["*"],"operations":["*"],"resources":["redises"]}]}]}
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
        JsonObject object = json("{\"kind\":\"Redis\",\"metadata\":{\"name\":\"a\",\"namespace\":\"ns\"},"
                + "\"spec\":{\"replicas\":2,\"cache\":{\"size\":\"1Gi\"}}}");
        return new AdmissionAttributes(
                Kinds.redis(),
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

    private static JsonObject json(String text) {
        return (JsonObject) JsonText.parse(text);
    }
}
