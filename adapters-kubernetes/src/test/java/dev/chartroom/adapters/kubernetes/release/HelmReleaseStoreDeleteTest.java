package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeletionPolicy;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HelmReleaseStoreDeleteTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final ApplicationKind RETAINING = Kinds.builder(REDIS)
            .deletion(new DeletionPolicy(true, false, false))
            .build();
    private static final NamespacedName NAME = new NamespacedName("team-a", "a");
    private static final DeleteRequest DELETE = new DeleteRequest("", "", "", false);
    private static final String GONE = "{\"kind\":\"Status\",\"status\":\"Success\"}";

    private final FakeApiServer server = new FakeApiServer();
    private final ApplicationStore store = new HelmReleaseStore(server.http(), new JacksonCodec());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void releaseLabelledWithAnotherNameCanBeReadButNotDeleted() {
        String root = Releases.withLabel(Releases.redis("a", "7"), "apps.test.example.com/application.name", "redis-a")
                .toString();
        server.answer(200, root).answer(200, root);

        assertThat(store.get(REDIS, NAME, "").metadata().name()).isEqualTo("a");
        assertThat(errorOf(() -> store.delete(REDIS, NAME, DELETE)))
                .isEqualTo(new ApiError.NotFound(REDIS.groupResource(), "a"));
        assertThat(server.received()).noneMatch(request -> request.method().equals("DELETE"));
    }

    @Test
    void deleteSendsPreconditionsPolicyAndDryRun() {
        server.answer(200, Releases.redis("a", "7").toString()).answer(200, GONE);

        DeleteOutcome outcome = store.delete(REDIS, NAME, new DeleteRequest("uid-a", "7", "Foreground", true));

        assertThat(outcome).isInstanceOf(DeleteOutcome.Deleted.class);
        assertThat(outcome.application().metadata().uid()).isEqualTo("uid-a");
        assertThat(server.received().getLast().json())
                .isEqualTo(
                        TestJson.object(
                                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"preconditions\":{\"uid\":\"uid-a\","
                                        + "\"resourceVersion\":\"7\"},\"propagationPolicy\":\"Foreground\",\"dryRun\":[\"All\"]}"));
    }

    /** Only the state that was read is known to be unprotected. */
    @Test
    void deleteWithoutPreconditionsDeletesOnlyTheStateThatWasRead() {
        server.answer(200, Releases.redis("a", "7").toString()).answer(200, GONE);

        store.delete(REDIS, NAME, DELETE);

        assertThat(preconditions()).isEqualTo(TestJson.object("{\"uid\":\"uid-a\",\"resourceVersion\":\"7\"}"));
    }

    @Test
    void retainingKindSuspendsTheReleaseAndDeletesTheSuspendedState() {
        JsonObject suspended = suspended("a", "8");
        server.answer(200, Releases.redis("a", "7").toString())
                .answer(200, suspended.toString())
                .answer(200, GONE);

        DeleteOutcome outcome = store.delete(RETAINING, NAME, DELETE);

        assertThat(methods()).containsExactly("GET", "PUT", "DELETE");
        assertThat(server.received().get(1).json()).isEqualTo(suspended("a", "7"));
        assertThat(preconditions()).isEqualTo(TestJson.object("{\"uid\":\"uid-a\",\"resourceVersion\":\"8\"}"));
        assertThat(outcome.application().suspendedRelease()).contains("redis-a");
    }

    /** Otherwise, each delete with a resource version would only suspend the release. */
    @Test
    void retainingKindRemovesTheFinalizerThatThePolicyRemovesWithTheSuspend() {
        JsonObject orphaned = withFinalizers(Releases.redis("a", "7"), "orphan", "example.com/x");
        server.answer(200, orphaned.toString())
                .answer(
                        200,
                        withFinalizers(suspended("a", "8"), "example.com/x").toString())
                .answer(200, GONE);

        store.delete(RETAINING, NAME, new DeleteRequest("", "7", "Background", false));

        assertThat(server.received().get(1).json()).isEqualTo(withFinalizers(suspended("a", "7"), "example.com/x"));
        assertThat(preconditions()).isEqualTo(TestJson.object("{\"uid\":\"uid-a\",\"resourceVersion\":\"8\"}"));
    }

    /** A server that ended after the first write leaves this state. */
    @Test
    void suspendedReleaseOfARetainingKindIsOnlyDeleted() {
        server.answer(200, suspended("a", "8").toString()).answer(200, GONE);

        DeleteOutcome outcome = store.delete(RETAINING, NAME, DELETE);

        assertThat(methods()).containsExactly("GET", "DELETE");
        assertThat(outcome.application().suspendedRelease()).contains("redis-a");
    }

    @Test
    void retainingKindDoesNotSuspendAReleaseThatIsBeingDeleted() {
        String terminating = terminating(Releases.redis("a", "7")).toString();
        server.answer(200, terminating).answer(200, terminating);

        DeleteOutcome outcome = store.delete(RETAINING, NAME, DELETE);

        assertThat(methods()).containsExactly("GET", "DELETE");
        assertThat(outcome.application().suspendedRelease()).isEmpty();
    }

    @Test
    void retainingKindDeletesAgainIfFluxWritesAfterTheSuspend() {
        server.answer(200, Releases.redis("a", "7").toString())
                .answer(200, suspended("a", "8").toString())
                .answer(409, Releases.status(409, "Conflict", "the ResourceVersion does not match"))
                .answer(200, suspended("a", "9").toString())
                .answer(200, GONE);

        store.delete(RETAINING, NAME, DELETE);

        assertThat(methods()).containsExactly("GET", "PUT", "DELETE", "GET", "DELETE");
        assertThat(preconditions()).isEqualTo(TestJson.object("{\"uid\":\"uid-a\",\"resourceVersion\":\"9\"}"));
    }

    /** Otherwise the delete would fail, and the release would stay suspended. */
    @Test
    void retainingKindChecksTheResourceVersionOnlyBeforeItsOwnSuspend() {
        server.answer(200, Releases.redis("a", "7").toString())
                .answer(200, suspended("a", "8").toString())
                .answer(409, Releases.status(409, "Conflict", "the ResourceVersion does not match"))
                .answer(200, suspended("a", "9").toString())
                .answer(200, GONE);

        store.delete(RETAINING, NAME, new DeleteRequest("uid-a", "7", "", false));

        assertThat(preconditions()).isEqualTo(TestJson.object("{\"uid\":\"uid-a\",\"resourceVersion\":\"9\"}"));
    }

    @Test
    void retainingKindChecksTheResourceVersionIfAUserWritesAfterTheSuspend() {
        JsonObject resumed = Releases.redis("a", "9");
        server.answer(200, Releases.redis("a", "7").toString())
                .answer(200, suspended("a", "8").toString())
                .answer(409, Releases.status(409, "Conflict", "the ResourceVersion does not match"))
                .answer(200, resumed.toString());

        assertThat(errorOf(() -> store.delete(RETAINING, NAME, new DeleteRequest("", "7", "", false))))
                .isInstanceOf(ApiError.Conflict.class);
        assertThat(methods()).containsExactly("GET", "PUT", "DELETE", "GET");
    }

    @Test
    void retainingKindSuspendsTheNewStateIfAnotherWriteComesFirst() {
        server.answer(200, Releases.redis("a", "7").toString())
                .answer(409, Releases.status(409, "Conflict", "the object has been modified"))
                .answer(200, Releases.redis("a", "8").toString())
                .answer(200, suspended("a", "9").toString())
                .answer(200, GONE);

        store.delete(RETAINING, NAME, DELETE);

        assertThat(methods()).containsExactly("GET", "PUT", "GET", "PUT", "DELETE");
        assertThat(server.received().get(3).json()).isEqualTo(suspended("a", "8"));
    }

    @Test
    void dryRunOfARetainingKindSuspendsNothing() {
        server.answer(200, Releases.redis("a", "7").toString())
                .answer(200, suspended("a", "7").toString())
                .answer(200, GONE);

        DeleteOutcome outcome = store.delete(RETAINING, NAME, new DeleteRequest("", "", "", true));

        assertThat(server.received().get(1).query()).containsEntry("dryRun", "All");
        assertThat(server.received().get(2).json().get("dryRun")).hasToString("[\"All\"]");
        assertThat(preconditions()).isEqualTo(TestJson.object("{\"uid\":\"uid-a\",\"resourceVersion\":\"7\"}"));
        assertThat(outcome.application().suspendedRelease()).contains("redis-a");
    }

    @Test
    void deletionOfASuspendedReleaseIsForbiddenIfTheKindRefusesIt() {
        ApplicationKind refusing = Kinds.builder(REDIS)
                .deletion(new DeletionPolicy(false, false, true))
                .build();
        server.answer(200, suspended("a", "7").toString());

        Status status = Status.of(errorOf(() -> store.delete(refusing, NAME, DELETE)));

        assertThat(status.code()).isEqualTo(403);
        assertThat(status.message())
                .isEqualTo(
                        "redises.apps.test.example.com \"a\" is forbidden: its release redis-a is suspended, and Flux"
                                + " deletes a suspended release without an uninstall; resume the HelmRelease first: set its"
                                + " spec.suspend to false");
        assertThat(methods()).containsExactly("GET");
    }

    @Test
    void deletionOfASuspendedReleaseReportsTheRelease() {
        server.answer(200, suspended("a", "7").toString()).answer(200, GONE);

        assertThat(store.delete(REDIS, NAME, DELETE).application().suspendedRelease())
                .contains("redis-a");
    }

    private List<String> methods() {
        return server.received().stream().map(FakeApiServer.Received::method).toList();
    }

    private JsonObject preconditions() {
        return server.received().getLast().json().objectOrEmpty("preconditions");
    }

    private static JsonObject withFinalizers(JsonObject release, String... finalizers) {
        return release.with(
                "metadata",
                release.objectOrEmpty("metadata").with("finalizers", JsonArray.ofStrings(List.of(finalizers))));
    }

    private static JsonObject suspended(String name, String resourceVersion) {
        JsonObject release = Releases.redis(name, resourceVersion);
        return release.with("spec", release.objectOrEmpty("spec").with("suspend", JsonBoolean.TRUE));
    }

    private static JsonObject terminating(JsonObject release) {
        return release.with(
                "metadata",
                release.objectOrEmpty("metadata")
                        .with("deletionTimestamp", new JsonString("2026-02-02T03:04:05Z"))
                        .with("finalizers", JsonArray.of(new JsonString("finalizers.fluxcd.io"))));
    }

    @Test
    void releaseThatWaitsForFinalizersIsTerminating() {
        JsonObject release = Releases.redis("a", "7");
        server.answer(200, release.toString()).answer(200, terminating(release).toString());

        DeleteOutcome outcome = store.delete(REDIS, NAME, DELETE);

        assertThat(outcome).isInstanceOf(DeleteOutcome.Terminating.class);
        assertThat(outcome.application().metadata().isTerminating()).isTrue();
        assertThat(outcome.application().metadata().finalizers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "other | '' | the UID in the precondition (other) does not match the UID in record (uid-a)."
                        + " The object might have been deleted and then recreated",
                "'' | 6 | the ResourceVersion in the precondition (6) does not match the ResourceVersion in record (7)."
                        + " The object might have been modified",
            })
    void failedPreconditionConflicts(String uid, String resourceVersion, String message) {
        server.answer(200, Releases.redis("a", "7").toString());

        assertThat(errorOf(() -> store.delete(REDIS, NAME, new DeleteRequest(uid, resourceVersion, "", false))))
                .isEqualTo(new ApiError.Conflict(new GroupResource(REDIS.group(), "Redis"), "a", message));
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void deleteThatConflictsReadsTheReleaseAgain() {
        JsonObject taken =
                Releases.withLabel(Releases.redis("a", "9"), "apps.test.example.com/application.kind", "Postgres");
        server.answer(200, Releases.redis("a", "7").toString())
                .answer(409, Releases.status(409, "Conflict", "the UID in the precondition does not match"))
                .answer(200, taken.toString());

        assertThat(errorOf(() -> store.delete(REDIS, NAME, DELETE)))
                .isEqualTo(new ApiError.NotFound(REDIS.groupResource(), "a"));
        assertThat(server.received()).hasSize(3);
    }

    private static ApiError errorOf(ThrowingCallable call) {
        @Nullable ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).as("an ApiException").isNotNull();
        return thrown.error();
    }
}
