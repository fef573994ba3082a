package dev.chartroom.adapters.kubernetes.release;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.ports.release.ReleaseInventory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HelmReleaseInventoryTest {
    private static final String COLLECTION = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/team-a/helmreleases";
    private static final NamespacedName NAME = new NamespacedName("team-a", "redis-a");
    private static final JsonObject RELEASE = Releases.redis("a", "7");

    private final FakeApiServer server = new FakeApiServer();
    private final ReleaseInventory inventory = new HelmReleaseInventory(server.http(), JacksonCodec.ofStored());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void forEachReadsAllPagesWithoutASelector() {
        server.answer(200, Releases.list("{\"continue\":\"more\"}", RELEASE))
                .answer(200, Releases.list("{}", Releases.redis("b", "8")));
        List<JsonObject> found = new ArrayList<>();

        inventory.forEach("team-a", found::add);

        assertThat(found).containsExactly(RELEASE, Releases.redis("b", "8"));
        assertThat(server.received()).hasSize(2).allSatisfy(request -> {
            assertThat(request.path()).isEqualTo(COLLECTION);
            assertThat(request.query()).containsEntry("limit", "500").doesNotContainKey("labelSelector");
        });
        assertThat(server.received().getLast().query()).containsEntry("continue", "more");
    }

    @Test
    void findReturnsAnyReleaseOfTheName() {
        server.answer(200, RELEASE.toString()).answer(404, """
                {"kind":"Status","code":404,"reason":"NotFound","message":"gone",
                 "details":{"kind":"helmreleases","name":"redis-a"}}
                """);

        assertThat(inventory.find(NAME)).contains(RELEASE);
        assertThat(inventory.find(NAME)).isEmpty();
    }

    @Test
    void clusterWithoutHelmReleasesIsAnError() {
        server.answer(404, Releases.status(404, "NotFound", "the server could not find the requested resource"));

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> inventory.find(NAME))
                .withMessageContaining("install the CRDs of Flux");
    }

    @Test
    void labelSendsOnlyTheLabelsAndThePrecondition() {
        server.answer(200, RELEASE.toString());

        inventory.label(RELEASE, object("{a: 'b', c: null}"));

        assertThat(server.received()).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("PATCH");
            assertThat(request.path()).isEqualTo(COLLECTION + "/redis-a");
            assertThat(request.query()).containsEntry("fieldManager", "chartroom-adopt");
            assertThat(request.json())
                    .isEqualTo(object("{metadata: {resourceVersion: '7', labels: {a: 'b', c: null}}}"));
        });
    }

    @Test
    void createSendsTheRelease() {
        server.answer(201, RELEASE.toString());

        inventory.create(RELEASE);

        assertThat(server.received()).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.path()).isEqualTo(COLLECTION);
            assertThat(request.json()).isEqualTo(RELEASE);
        });
    }

    @Test
    void lostRacesAreDistinguishedFromOtherErrors() {
        server.answer(409, Releases.status(409, "Conflict", "changed"))
                .answer(409, Releases.status(409, "AlreadyExists", "exists"));

        assertThat(catchThrowableOfType(ApiException.class, () -> inventory.label(RELEASE, JsonObject.EMPTY))
                        .error())
                .isInstanceOf(ApiError.Conflict.class);
        assertThat(catchThrowableOfType(ApiException.class, () -> inventory.create(RELEASE))
                        .error())
                .isInstanceOf(ApiError.AlreadyExists.class);
    }

    @ParameterizedTest
    @CsvSource({"403, Forbidden, User \"a\" cannot patch resource \"helmreleases\"", "422, Invalid, a policy denies it"
    })
    void errorsHaveTheMessageOfTheCluster(int code, String reason, String message) {
        server.answer(code, Releases.status(code, reason, message));

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> inventory.label(RELEASE, JsonObject.EMPTY))
                .withMessage(message);
    }
}
