package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HelmReleaseStoreDeleteTest {
    private static final ApplicationKind REDIS = Kinds.redis();
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

    @Test
    void deleteWithoutPreconditionsSendsTheUid() {
        server.answer(200, Releases.redis("a", "7").toString()).answer(200, GONE);

        store.delete(REDIS, NAME, DELETE);

        assertThat(server.received().getLast().json().get("preconditions"))
                .isEqualTo(JsonObject.of("uid", new JsonString("uid-a")));
    }

    @Test
    void releaseThatWaitsForFinalizersIsTerminating() {
        JsonObject release = Releases.redis("a", "7");
        JsonObject terminating = release.with(
                "metadata",
                release.objectOrEmpty("metadata")
                        .with("deletionTimestamp", new JsonString("2026-02-02T03:04:05Z"))
                        .with("finalizers", JsonArray.of(new JsonString("finalizers.fluxcd.io"))));
        server.answer(200, release.toString()).answer(200, terminating.toString());

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
