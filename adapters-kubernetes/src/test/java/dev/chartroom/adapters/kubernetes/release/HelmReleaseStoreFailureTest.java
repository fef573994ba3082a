package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.WriteOptions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HelmReleaseStoreFailureTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final NamespacedName NAME = new NamespacedName("team-a", "a");
    private static final WriteOptions OPTIONS = new WriteOptions(false, "tester");

    private final FakeApiServer server = new FakeApiServer();
    private final ApplicationStore store = new HelmReleaseStore(server.http(), new JacksonCodec());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void createThatWasNotSentIsRetryable() {
        server.close();

        ApiError error = errorOf(() -> store.create(REDIS, Releases.application("a"), OPTIONS));

        assertThat(Status.of(error).reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
        assertThat(Status.of(error).retryAfterSeconds()).isEqualTo(1);
    }

    @Test
    void createWithALostAnswerIsSentOnceAndNotRetryable() {
        server.script(exchange -> exchange.close()).script(exchange -> exchange.close());

        ApiError error = errorOf(() -> store.create(REDIS, Releases.application("a"), OPTIONS));

        assertThat(Status.of(error).reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
        assertThat(Status.of(error).retryAfterSeconds()).isZero();
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void badGatewayIsRetryableForReadsButNotForWrites() {
        server.answer(502, "<html>bad gateway").answer(502, "<html>bad gateway");

        ApiError write = errorOf(() -> store.create(REDIS, Releases.application("a"), OPTIONS));
        ApiError read = errorOf(() -> store.get(REDIS, NAME, ""));

        assertThat(Status.of(write).code()).isEqualTo(503);
        assertThat(Status.of(write).retryAfterSeconds()).isZero();
        assertThat(Status.of(read).code()).isEqualTo(503);
        assertThat(Status.of(read).retryAfterSeconds()).isEqualTo(1);
    }

    @Test
    void createIsNotResentAfterServiceUnavailable() {
        server.answer(503, "busy", "Retry-After", "0")
                .answer(201, Releases.redis("a", "7").toString());

        errorOf(() -> store.create(REDIS, Releases.application("a"), OPTIONS));

        assertThat(server.received()).hasSize(1);
    }

    @Test
    void readWithALostAnswerIsRetryable() {
        server.script(exchange -> exchange.close()).script(exchange -> exchange.close());

        ApiError error = errorOf(() -> store.get(REDIS, NAME, ""));

        assertThat(Status.of(error).reason()).isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
        assertThat(Status.of(error).retryAfterSeconds()).isEqualTo(1);
    }

    @Test
    void tooManyRequestsKeepsItsRetryAfter() {
        server.answer(429, "Too many requests, please try again later.", "Retry-After", "7");

        ApiError error = errorOf(() -> store.list(REDIS, ListRequest.all("")));

        assertThat(Status.of(error).reason()).isEqualTo(StatusReason.TOO_MANY_REQUESTS);
        assertThat(Status.of(error).retryAfterSeconds()).isEqualTo(7);
    }

    @Test
    void internalErrorOfTheApiServerIsRelayed() {
        server.answer(500, Releases.status(500, "InternalError", "Internal error occurred: failed calling webhook"));

        assertThat(Status.of(errorOf(() -> store.get(REDIS, NAME, ""))).message())
                .isEqualTo("Internal error occurred: failed calling webhook");
    }

    @Test
    void redirectIsNotFollowed() {
        server.answer(307, "", "Location", server.url() + "/elsewhere");

        assertThat(Status.of(errorOf(() -> store.create(REDIS, Releases.application("a"), OPTIONS)))
                        .code())
                .isEqualTo(503);
        assertThat(server.received()).hasSize(1);
    }

    /** A kube-apiserver answers in plain text for a CRD that was removed. */
    @Test
    void removedCustomResourceDefinitionIsARetryableErrorForReadsAndWrites() {
        server.answer(404, "404 page not found\n").answer(404, "404 page not found\n");

        ApiError write = errorOf(() -> store.create(REDIS, Releases.application("a"), OPTIONS));
        ApiError read = errorOf(() -> store.get(REDIS, NAME, ""));

        assertThat(write).isEqualTo(read);
        assertThat(Status.of(read).code()).isEqualTo(503);
        assertThat(Status.of(read).message())
                .isEqualTo("the backing store of " + REDIS.groupResource() + " is not installed");
        assertThat(Status.of(read).retryAfterSeconds()).isEqualTo(1);
    }

    @Test
    void notFoundFromAProxyIsServiceUnavailable() {
        server.answer(404, "<html>not found");

        assertThat(Status.of(errorOf(() -> store.get(REDIS, NAME, ""))).reason())
                .isEqualTo(StatusReason.SERVICE_UNAVAILABLE);
    }

    private static ApiError errorOf(ThrowingCallable call) {
        @Nullable ApiException thrown = catchThrowableOfType(ApiException.class, call);
        assertThat(thrown).as("an ApiException").isNotNull();
        return thrown.error();
    }
}
