package dev.chartroom.core.adoption;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.adoption.AdoptionCandidate;
import dev.chartroom.domain.adoption.AdoptionPlan;
import dev.chartroom.domain.adoption.ReturnPlan;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReleaseAdoptionTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final NamespacedName CART = new NamespacedName("shop", "redis-cart");

    private final InventoryInMemory releases = new InventoryInMemory();
    private final ReleaseAdoption adoption = new ReleaseAdoption(releases);

    @Test
    void planChangesNothing() {
        JsonObject stored = releases.put(release("redis-cart"));

        assertThat(adoption.plan(REDIS, CART)).isInstanceOf(AdoptionPlan.Possible.class);
        assertThat(releases.find(CART)).contains(stored);
    }

    @Test
    void adoptionIsUndoneWithoutATrace() {
        releases.put(release("redis-cart"));
        JsonObject labels = labels();

        assertThat(adoption.adopt(REDIS, CART)).isInstanceOf(AdoptionPlan.Possible.class);
        assertThat(ReleaseConverter.isOf(REDIS, releases.find(CART).orElseThrow()))
                .isTrue();
        assertThat(adoption.undo(REDIS, CART)).isInstanceOf(ReturnPlan.Possible.class);
        assertThat(labels()).isEqualTo(labels);
    }

    @Test
    void repeatedChangesWriteNothing() {
        releases.put(release("redis-cart"));
        adoption.adopt(REDIS, CART);
        JsonObject adopted = releases.find(CART).orElseThrow();

        assertThat(adoption.adopt(REDIS, CART)).isEqualTo(new AdoptionPlan.Adopted("cart"));
        assertThat(releases.find(CART)).contains(adopted);

        adoption.undo(REDIS, CART);
        JsonObject plain = releases.find(CART).orElseThrow();
        assertThat(adoption.undo(REDIS, CART)).isEqualTo(new ReturnPlan.Plain());
        assertThat(releases.find(CART)).contains(plain);
    }

    @Test
    void lostRacesAreRepeated() {
        releases.put(release("redis-cart"));
        releases.otherWritesBeforeLabels(4);

        adoption.adopt(REDIS, CART);

        assertThat(ReleaseConverter.isOf(REDIS, releases.find(CART).orElseThrow()))
                .isTrue();
    }

    @Test
    void adoptionThatLosesEveryRaceIsConflict() {
        releases.put(release("redis-cart"));
        releases.otherWritesBeforeLabels(100);

        assertThat(catchThrowableOfType(ApiException.class, () -> adoption.adopt(REDIS, CART))
                        .error())
                .isInstanceOf(ApiError.Conflict.class);
    }

    @Test
    void missingReleaseIsRefused() {
        AdoptionPlan.Refused missing = new AdoptionPlan.Refused("there is no such HelmRelease");

        assertThat(adoption.plan(REDIS, CART)).isEqualTo(missing);
        assertThat(adoption.adopt(REDIS, CART)).isEqualTo(missing);
        assertThat(adoption.returnPlan(REDIS, CART)).isInstanceOf(ReturnPlan.Refused.class);
        assertThat(adoption.undo(REDIS, CART)).isInstanceOf(ReturnPlan.Refused.class);
    }

    @Test
    void candidatesAreThePlainReleasesOfTheNamespace() {
        releases.put(release("redis-cart"));
        releases.put(release("redis-other"));
        adoption.adopt(REDIS, new NamespacedName("shop", "redis-other"));
        releases.put(object(release("redis-cart").toString().replace("\"shop\"", "\"elsewhere\"")));
        List<AdoptionCandidate> found = new ArrayList<>();

        adoption.candidates("shop", List.of(REDIS), found::add);

        assertThat(found).extracting(AdoptionCandidate::release).containsExactly(CART);
    }

    private JsonObject labels() {
        return releases.find(CART).orElseThrow().objectOrEmpty("metadata").objectOrEmpty("labels");
    }

    private static JsonObject release(String name) {
        return object("""
                {metadata: {name: '%s', namespace: 'shop', labels: {team: 'a'}},
                 spec: {chartRef: {kind: 'OCIRepository', name: 'redises', namespace: 'charts'}, values: {replicas: 3}}}
                """.formatted(name));
    }
}
