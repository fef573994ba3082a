package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.placement.ConfigMapPlacementRecord;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.placement.Placement.Phase;
import dev.chartroom.ports.placement.PlacementRecord;
import dev.chartroom.ports.placement.PlacementRecordContract;
import dev.chartroom.ports.placement.Placements;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The ConfigMap fulfils the contract of placement records, with the server's rights. */
@RequiresControlPlane
class ConfigMapPlacementRecordTest extends PlacementRecordContract {
    private static final NamespacedName NAME = new NamespacedName("chartroom-system", "chartroom-stores");

    @Override
    protected PlacementRecord emptyRecord() {
        try {
            ControlPlane controlPlane = ControlPlane.shared();
            KubernetesHttp http = new KubernetesHttp(
                    KubernetesClients.create(controlPlane.server().kubeconfig()));
            remove();
            return new ConfigMapPlacementRecord(http, JacksonCodec.ofStored(), NAME);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    static void remove() {
        kubectl().succeed("delete", "configmap", NAME.name(), "-n", NAME.namespace(), "--ignore-not-found");
    }

    @Test
    void configMapHoldsStoreAndPhaseOfAKind() {
        PlacementRecord record = emptyRecord();
        record.replace(
                Placements.NONE,
                Placements.NONE.next(new GroupResource("apps.example.com", "redises"), "postgres", Phase.MOVED));

        assertThat(data()).isEqualTo("""
                {"number":"1","redises.apps.example.com":"{\\"store\\":\\"postgres\\",\\"phase\\":\\"Moved\\",\\"since\\":1}"}""");
    }

    @Test
    void concurrentChangeOfTheConfigMapIsNotOverwritten() {
        PlacementRecord record = emptyRecord();
        Placements first =
                Placements.NONE.next(new GroupResource("apps.example.com", "redises"), "postgres", Phase.MOVED);
        record.replace(Placements.NONE, first);
        kubectl().succeed("patch", "configmap", NAME.name(), "-n", NAME.namespace(), "--type=merge", "-p", """
                        {"data":{"lamps.example.com":"{\\"store\\":\\"postgres\\",\\"phase\\":\\"Settled\\"}"}}""");

        assertThatThrownBy(() -> record.replace(first, first.next()))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("the object has been modified");

        assertThat(record.latest().byResource()).hasSize(2);
    }

    private static String data() {
        return kubectl().succeed("get", "configmap", NAME.name(), "-n", NAME.namespace(), "-o", "jsonpath={.data}");
    }

    private static Kubectl kubectl() {
        return ControlPlane.shared().kubectl();
    }
}
