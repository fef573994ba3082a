package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.placement.LeaseReplicaRegister;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.placement.ReplicaRegister;
import dev.chartroom.ports.placement.ReplicaRegisterContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Leases fulfil the contract of replica registers, with the server's rights. */
@RequiresControlPlane
class LeaseReplicaRegisterTest extends ReplicaRegisterContract {
    private static final String NAMESPACE = "chartroom-system";

    @Override
    protected ReplicaRegister emptyRegister() {
        ReplicaRegister register = register();
        removeAll();
        return register;
    }

    private static ReplicaRegister register() {
        try {
            KubernetesHttp http = new KubernetesHttp(
                    KubernetesClients.create(ControlPlane.shared().server().kubeconfig()));
            return new LeaseReplicaRegister(http, JacksonCodec.ofStored(), NAMESPACE, "host", Clock.systemUTC());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    static void removeAll() {
        kubectl().succeed("delete", "leases", "--all", "-n", NAMESPACE);
    }

    @Test
    void renewKeepsForeignAnnotationsOfTheLease() {
        ReplicaRegister register = emptyRegister();
        register.add("chartroom-a");
        kubectl().succeed("annotate", "lease", "chartroom-a", "-n", NAMESPACE, "note=seen");

        register.renew("chartroom-a", 3);

        assertThat(lease("{.metadata.annotations.note} {.metadata.annotations.chartroom\\.dev/placements}"))
                .isEqualTo("seen 3");
    }

    @Test
    void foreignLeaseIsNotListedAsAReplica() {
        ReplicaRegister register = emptyRegister();
        kubectl().apply("""
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {name: leader, namespace: chartroom-system}
                spec: {holderIdentity: somebody}
                """);

        assertThat(register.replicas()).isEmpty();
    }

    @Test
    void leaseHasHolderIdentityAndDuration() {
        emptyRegister().add("chartroom-a");

        assertThat(lease("{.spec.holderIdentity} {.spec.leaseDurationSeconds}")).isEqualTo("host 15");
    }

    @Test
    void restartedReplicaRenewsItsLease() {
        emptyRegister().add("chartroom-a");

        ReplicaRegister another = register();
        another.renew("chartroom-a", 8);

        assertThat(another.replicas()).singleElement().matches(replica -> replica.applied() == 8);
    }

    private static String lease(String jsonPath) {
        return kubectl().succeed("get", "lease", "chartroom-a", "-n", NAMESPACE, "-o", "jsonpath=" + jsonPath);
    }

    private static Kubectl kubectl() {
        return ControlPlane.shared().kubectl();
    }
}
