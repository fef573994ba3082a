package dev.chartroom.adapters.kubernetes.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.kubernetes.client.FakeApiServer;
import dev.chartroom.kubernetes.client.FakeApiServer.Received;
import dev.chartroom.ports.time.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KubernetesLeaderLeaseTest {
    private static final String COLLECTION = "/apis/coordination.k8s.io/v1/namespaces/own/leases";
    private static final String LEASE = COLLECTION + "/mirror";

    private final FakeApiServer server = new FakeApiServer();
    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-01-02T03:04:05Z"));
    private final KubernetesLeaderLease lease =
            new KubernetesLeaderLease(server.http(), new JacksonCodec(), "own", "mirror", "me", clock);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void missingLeaseIsCreated() {
        server.answer(404, "{}").answer(201, "{}");

        assertThat(lease.hold()).isTrue();

        Received create = server.received().getLast();
        assertThat(create.method() + " " + create.path()).isEqualTo("POST " + COLLECTION);
        assertThat(create.json().objectOrEmpty("metadata").stringOrEmpty("name"))
                .isEqualTo("mirror");
        assertThat(create.json().objectOrEmpty("spec")).isEqualTo(TestJson.object("""
                {'holderIdentity': 'me', 'leaseDurationSeconds': 15, 'leaseTransitions': 0,
                 'acquireTime': '2026-01-02T03:04:05.000000Z', 'renewTime': '2026-01-02T03:04:05.000000Z'}"""));
    }

    @Test
    void otherReplicaThatCreatesFirstHoldsTheLease() {
        server.answer(404, "{}").answer(409, "{}");

        assertThat(lease.hold()).isFalse();
    }

    @Test
    void ownLeaseIsRenewed() {
        server.answer(200, held("me", "x")).answer(200, "{}");

        assertThat(lease.hold()).isTrue();

        Received renewal = server.received().getLast();
        assertThat(renewal.method() + " " + renewal.path()).isEqualTo("PUT " + LEASE);
        assertThat(renewal.json().objectOrEmpty("metadata").stringOrEmpty("resourceVersion"))
                .isEqualTo("7");
        assertThat(spec(renewal)).isEqualTo("me 3 2026-01-02T03:04:05.000000Z");
    }

    @Test
    void renewedLeaseOfAnotherReplicaIsNotAcquired() {
        for (int i = 0; i < 5; i++) {
            server.answer(200, held("other", "renewal " + i));
            assertThat(lease.hold()).isFalse();
            clock.advance(Duration.ofSeconds(10));
        }
        assertThat(server.received())
                .allSatisfy(received -> assertThat(received.method()).isEqualTo("GET"));
    }

    @Test
    void expiredLeaseOfAnotherReplicaIsAcquired() {
        server.answer(200, held("other", "x"));
        assertThat(lease.hold()).isFalse();
        clock.advance(Duration.ofMillis(14_999));
        server.answer(200, held("other", "x"));
        assertThat(lease.hold()).isFalse();
        clock.advance(Duration.ofMillis(1));
        server.answer(200, held("other", "x")).answer(200, "{}");

        assertThat(lease.hold()).isTrue();
        assertThat(spec(server.received().getLast())).isEqualTo("me 4 2026-01-02T03:04:20.000000Z");
    }

    @Test
    void releasedLeaseIsAcquiredAtOnceUnlessAnotherReplicaIsFaster() {
        server.answer(200, held("", "x")).answer(409, "{}");
        assertThat(lease.hold()).isFalse();

        server.answer(200, held("", "x")).answer(200, "{}");
        assertThat(lease.hold()).isTrue();
    }

    @Test
    void releaseClearsTheHolderOfTheOwnLeaseOnly() {
        server.answer(200, held("other", "x"));
        lease.release();
        assertThat(server.received()).hasSize(1);

        server.answer(200, held("me", "x")).answer(200, "{}");
        lease.release();

        assertThat(server.received().getLast().json().objectOrEmpty("spec").stringOrEmpty("holderIdentity"))
                .isEmpty();
    }

    @Test
    void unreachableServerDoesNotPreventTheRelease() {
        server.close();

        lease.release();

        assertThatThrownBy(lease::hold).isInstanceOf(ApiException.class);
    }

    @Test
    void missingRightIsReported() {
        server.answer(
                403,
                "{\"kind\":\"Status\",\"message\":\"leases is forbidden: User \\\"chartroom\\\" cannot get resource\"}");

        assertThatThrownBy(lease::hold)
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(Status.of(e.error()).reason()).isEqualTo(StatusReason.FORBIDDEN));
    }

    private static String spec(Received received) {
        JsonObject spec = received.json().objectOrEmpty("spec");
        return spec.stringOrEmpty("holderIdentity") + " " + spec.get("leaseTransitions") + " "
                + spec.stringOrEmpty("renewTime");
    }

    private static String held(String holder, String renewTime) {
        return TestJson.object("""
                {'metadata': {'name': 'mirror', 'resourceVersion': '7'},
                 'spec': {'holderIdentity': '%s', 'renewTime': '%s', 'leaseTransitions': 3}}""".formatted(holder, renewTime)).toString();
    }
}
