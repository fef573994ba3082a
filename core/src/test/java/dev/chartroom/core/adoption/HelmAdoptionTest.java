package dev.chartroom.core.adoption;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.adoption.HelmInstallation;
import dev.chartroom.domain.adoption.HelmPlan;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.Kinds;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HelmAdoptionTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final HelmPlan.Options RUNNING = new HelmPlan.Options(false, false);
    private static final HelmPlan.Options SUSPENDED = new HelmPlan.Options(true, false);
    private static final NamespacedName CART = new NamespacedName("shop", "cart");
    private static final NamespacedName CREATED = new NamespacedName("shop", "redis-cart");

    private final InventoryInMemory releases = new InventoryInMemory();
    private Optional<HelmInstallation> installed =
            Optional.of(new HelmInstallation(CART, "redis", "17.0.0", object("{replicas: 3}")));
    private Optional<String> chart = Optional.of("redis");
    private final HelmAdoption adoption = new HelmAdoption(releases, _ -> installed, (_, _) -> chart);

    @Test
    void planCreatesNothing() {
        assertThat(adoption.plan(REDIS, CART, RUNNING)).isInstanceOf(HelmPlan.Possible.class);
        assertThat(releases.find(CREATED)).isEmpty();
    }

    @Test
    void adoptionCreatesTheReleaseOnce() {
        assertThat(adoption.adopt(REDIS, CART, SUSPENDED)).isInstanceOf(HelmPlan.Possible.class);

        JsonObject created = releases.find(CREATED).orElseThrow();
        assertThat(created.objectOrEmpty("spec").stringOrEmpty("releaseName")).isEqualTo("cart");
        assertThat(created.objectOrEmpty("spec").isTrue("suspend")).isTrue();
        assertThat(adoption.adopt(REDIS, CART, SUSPENDED)).isEqualTo(new HelmPlan.Adopted("cart"));
        assertThat(releases.find(CREATED)).contains(created);
    }

    @Test
    void plainReleaseThatManagesTheInstallationIsToBeAdoptedItself() {
        releases.put(object("{metadata: {name: 'cart', namespace: 'shop'}, spec: {}}"));

        assertThat(adoption.adopt(REDIS, CART, RUNNING))
                .isEqualTo(new HelmPlan.Refused("the HelmRelease cart manages it; adopt it without --helm"));
    }

    @Test
    void releaseOfAnotherNamespaceThatManagesTheInstallationIsNamed() {
        releases.put(object("""
                {metadata: {name: 'all', namespace: 'flux'}, spec: {releaseName: 'cart', storageNamespace: 'shop'}}
                """));

        assertThat(adoption.adopt(REDIS, CART, RUNNING))
                .isEqualTo(new HelmPlan.Refused("the HelmRelease all in the namespace flux manages it;"
                        + " delete that one first, while it is suspended"));
        assertThat(releases.find(CREATED)).isEmpty();
    }

    @Test
    void releaseOfAnotherNamespaceWithTheNameDoesNotMatter() {
        releases.put(object("{metadata: {name: 'redis-cart', namespace: 'flux'}, spec: {}}"));

        assertThat(adoption.adopt(REDIS, CART, RUNNING)).isInstanceOf(HelmPlan.Possible.class);
    }

    @Test
    void otherReleaseWithTheNameIsNotReplaced() {
        releases.put(object("{metadata: {name: 'redis-cart', namespace: 'shop'}, spec: {}}"));

        assertThat(adoption.adopt(REDIS, CART, RUNNING))
                .isEqualTo(new HelmPlan.Refused("the HelmRelease redis-cart exists and manages another release"));
    }

    @Test
    void missingInstallationIsRefused() {
        installed = Optional.empty();

        assertThat(adoption.adopt(REDIS, CART, RUNNING))
                .isEqualTo(new HelmPlan.Refused("Helm has no deployed release of this name"));
    }

    @Test
    void chartThatCannotBeComparedIsRefused() {
        chart = Optional.empty();

        assertThat(adoption.adopt(REDIS, CART, RUNNING))
                .isInstanceOfSatisfying(
                        HelmPlan.Refused.class,
                        refused -> assertThat(refused.reason()).contains("cannot be compared with \"redis\""));
        assertThat(releases.find(CREATED)).isEmpty();
    }
}
