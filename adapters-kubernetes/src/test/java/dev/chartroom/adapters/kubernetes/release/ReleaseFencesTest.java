package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.kubernetes.client.FakeApiServer.Received;
import dev.chartroom.ports.time.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ReleaseFencesTest {
    private static final String GROUP = "apps.example.com";
    private static final String COLLECTION = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/own/helmreleases";
    private static final String NO_FENCES = "{\"items\":[]}";

    private final FakeApiServer server = new FakeApiServer();
    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-01-02T03:04:05Z"));
    private final ReleaseFences fences = new ReleaseFences(server.http(), new JacksonCodec(), "own", "host-1", clock);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void write_patchesTheFenceAndReturnsItsVersion() {
        server.answer(200, written(17)).answer(200, NO_FENCES);

        assertThat(fences.write(GROUP)).hasValue(new ResourceVersion(17));

        Received patch = server.received().getFirst();
        assertThat(patch.method()).isEqualTo("PATCH");
        assertThat(patch.path()).startsWith(COLLECTION + "/chartroom-fence-");
        assertThat(patch.headers().get("Content-type")).containsExactly("application/merge-patch+json");
        JsonObject body = patch.json();
        assertThat(body.objectOrEmpty("spec").isTrue("suspend")).isTrue();
        assertThat(body.objectOrEmpty("metadata").objectOrEmpty("labels").strings())
                .isEqualTo(Map.of(
                        GROUP + "/application.group",
                        GROUP,
                        "chartroom.dev/fence",
                        "true",
                        "sharding.fluxcd.io/key",
                        "chartroom-fence"));
    }

    /** The kube-apiserver writes nothing if nothing changes. */
    @Test
    void writes_differAndEachHostAndGroupHasItsOwnFence() {
        server.answer(200, written(17)).answer(200, NO_FENCES);
        fences.write(GROUP);
        tidied();
        server.answer(200, written(18)).answer(200, written(19)).answer(200, written(20));
        fences.write(GROUP);
        fences.write("other.example.com");
        ReleaseFences elsewhere = new ReleaseFences(server.http(), new JacksonCodec(), "own", "host-2", clock);
        elsewhere.write(GROUP);

        List<Received> patches = patches();
        assertThat(patches.get(0).path()).isEqualTo(patches.get(1).path());
        assertThat(patches.get(0).body()).isNotEqualTo(patches.get(1).body());
        assertThat(patches.stream().map(Received::path).distinct()).hasSize(3);
    }

    /** Covers the first write, and a fence that was deleted. */
    @Test
    void missingFence_isCreated() {
        server.answer(404, status("NotFound")).answer(201, written(5)).answer(200, NO_FENCES);

        assertThat(fences.write(GROUP)).hasValue(new ResourceVersion(5));

        Received create = server.received().get(1);
        assertThat(create.method() + " " + create.path()).isEqualTo("POST " + COLLECTION);
        JsonObject spec = create.json().objectOrEmpty("spec");
        assertThat(spec.isTrue("suspend")).isTrue();
        assertThat(spec.names()).containsExactlyInAnyOrder("suspend", "interval", "chartRef");
    }

    /**
     * Covers missing rights, a full etcd, throttling and outages. Until fences can be written again, reads use other
     * methods.
     */
    @ParameterizedTest
    @ValueSource(ints = {403, 409, 429, 500, 503})
    void failedWrite_isNotRetriedDuringThePause(int code) {
        server.answer(code, status("Any")).answer(200, written(7)).answer(200, NO_FENCES);

        assertThat(fences.write(GROUP)).isEmpty();
        assertThat(fences.write(GROUP)).isEmpty();
        assertThat(server.received()).hasSize(1);

        clock.advance(ReleaseFences.PAUSE);
        assertThat(fences.write(GROUP)).hasValue(new ResourceVersion(7));
    }

    /** Otherwise lists would wait for it each time. */
    @Test
    void repeatedlyFailedWrite_doublesThePause() {
        server.answer(403, status("Any"))
                .answer(403, status("Any"))
                .answer(200, written(7))
                .answer(200, NO_FENCES);
        fences.write(GROUP);
        clock.advance(ReleaseFences.PAUSE);
        assertThat(fences.write(GROUP)).isEmpty();
        clock.advance(ReleaseFences.PAUSE);
        assertThat(fences.write(GROUP)).isEmpty();
        assertThat(server.received()).hasSize(2);
        clock.advance(ReleaseFences.PAUSE);
        assertThat(fences.write(GROUP)).hasValue(new ResourceVersion(7));
        tidied(4);

        server.answer(403, status("Any"));
        fences.write(GROUP);
        clock.advance(ReleaseFences.PAUSE);
        server.answer(200, written(8));
        assertThat(fences.write(GROUP)).as("from the beginning after a success").hasValue(new ResourceVersion(8));
    }

    /** The cause may be a webhook that does not answer. */
    @Test
    void slowWrite_returnsNoVersion() {
        server.answer(200, written(7));
        server.hold();

        assertThat(fences.write(GROUP)).isEmpty();
        assertThat(fences.write(GROUP)).isEmpty();
        assertThat(server.received()).hasSize(1);
        server.release();
    }

    @Test
    void unreachableServer_returnsNoVersion() {
        server.close();

        assertThat(fences.write(GROUP)).isEmpty();
    }

    @Test
    void staleFences_areDeletedWithTheirFinalizers() {
        server.answer(200, written(1));
        server.answer(
                200,
                "{\"items\":["
                        + String.join(
                                ",",
                                List.of(
                                        fence("chartroom-fence-old", "2026-01-02T02:04:04Z some"),
                                        fence("chartroom-fence-young", "2026-01-02T02:04:06Z some"),
                                        fence("chartroom-fence-odd", "whatever"),
                                        fence("copied-from-a-fence", "whatever"),
                                        fence("chartroom-fence-awake", "whatever")
                                                .replace("true", "false")))
                        + "]}");
        for (int i = 0; i < 4; i++) {
            server.answer(200, "{}");
        }

        fences.write(GROUP);

        Awaitility.await().until(() -> server.received().size() == 6);
        assertThat(server.received().subList(2, 6))
                .extracting(received -> received.method() + " " + received.path())
                .containsExactly(
                        "DELETE " + COLLECTION + "/chartroom-fence-old",
                        "PATCH " + COLLECTION + "/chartroom-fence-old",
                        "DELETE " + COLLECTION + "/chartroom-fence-odd",
                        "PATCH " + COLLECTION + "/chartroom-fence-odd");
        assertThat(server.received().get(3).body()).isEqualTo("{\"metadata\":{\"finalizers\":null}}");
    }

    @Test
    void staleFences_areListedOncePerHour() {
        server.answer(200, written(1)).answer(200, NO_FENCES);
        fences.write(GROUP);
        tidied();
        clock.advance(Duration.ofMinutes(60));
        server.answer(200, written(2));
        fences.write(GROUP);
        assertThat(server.received()).hasSize(3);

        clock.advance(Duration.ofSeconds(1));
        server.answer(200, written(3)).answer(200, NO_FENCES);
        fences.write(GROUP);
        Awaitility.await().until(() -> server.received().size() == 5);
    }

    @Test
    void close_deletesItsOwnFences() {
        server.answer(200, written(1)).answer(200, NO_FENCES);
        fences.write(GROUP);
        tidied();
        server.answer(200, "{}").answer(404, status("NotFound"));

        fences.close();

        Received delete = server.received().get(2);
        assertThat(delete.method()).isEqualTo("DELETE");
        assertThat(delete.path()).isEqualTo(server.received().getFirst().path());
    }

    private void tidied() {
        tidied(2);
    }

    private void tidied(int requests) {
        Awaitility.await().until(() -> server.received().size() == requests);
    }

    private List<Received> patches() {
        return server.received().stream()
                .filter(received -> received.method().equals("PATCH"))
                .toList();
    }

    private static String written(int version) {
        return "{\"metadata\":{\"resourceVersion\":\"" + version + "\"}}";
    }

    private static String fence(String name, String written) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"annotations\":{\"chartroom.dev/written\":\"" + written
                + "\"}},\"spec\":{\"suspend\":true}}";
    }

    private static String status(String reason) {
        return "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"" + reason + "\",\"message\":\"no\"}";
    }
}
