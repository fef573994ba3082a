package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.domain.release.InventoryEntry;
import dev.chartroom.ports.storage.Kinds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InventoryEntryTest {
    @ParameterizedTest
    @CsvSource({
        "team-a_redis-cart_apps_Deployment, team-a, redis-cart, apps, Deployment",
        "team-a_redis-cart__Service, team-a, redis-cart, '', Service",
        "_team-a_rbac.authorization.k8s.io_ClusterRole, '', team-a, rbac.authorization.k8s.io, ClusterRole",
        "team-a_redis__cart_rbac.authorization.k8s.io_Role, team-a, redis:cart, rbac.authorization.k8s.io, Role"
    })
    void idHasNamespaceNameGroupAndKind(String id, String namespace, String name, String group, String kind) {
        assertThat(InventoryEntry.parse(id)).hasValue(new InventoryEntry(namespace, name, group, kind));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "_", "a_b", "a_b_c", "nothing"})
    void otherTextIsNoId(String id) {
        assertThat(InventoryEntry.parse(id)).isEmpty();
    }

    @Test
    void unreadableEntriesOfAReleaseAreSkipped() {
        assertThat(InventoryEntry.of(TestEvents.release(Kinds.redis(), "team-a", "cart", "odd", "team-a_b__Secret")))
                .containsExactly(new InventoryEntry("team-a", "b", "", "Secret"));
    }
}
