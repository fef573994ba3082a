package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.kubernetes.client.FakeApiServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HelmReleaseLookupTest {
    private static final String COLLECTION = "/apis/helm.toolkit.fluxcd.io/v2/namespaces/team-a/helmreleases";
    private static final JsonObject CART = Releases.redis("cart", "5");
    private static final JsonObject SHOP = Releases.redis("shop", "6");

    private final FakeApiServer server = new FakeApiServer();
    private final HelmReleaseLookup lookup = new HelmReleaseLookup(server.http(), new JacksonCodec());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void releaseIsFoundByItsOwnName() {
        server.answer(200, CART.toString()).answer(404, "{}");

        assertThat(lookup.find(new NamespacedName("team-a", "redis-cart"))).hasValue(CART);
        assertThat(lookup.find(new NamespacedName("team-a", "redis-missing"))).isEmpty();
        assertThat(server.received().getFirst().path()).isEqualTo(COLLECTION + "/redis-cart");
    }

    @Test
    void allPagesOfANamespaceAreRead() {
        server.answer(200, Releases.list("{\"continue\":\"next\"}", CART)).answer(200, Releases.list("{}", SHOP));
        List<JsonObject> found = new ArrayList<>();

        lookup.forEach("team-a", found::add);

        assertThat(found).containsExactly(CART, SHOP);
        assertThat(server.received())
                .allSatisfy(received -> assertThat(received.path()).isEqualTo(COLLECTION));
        assertThat(server.received().getLast().query()).containsEntry("continue", "next");
    }

    @Test
    void refusedReadIsAnError() {
        server.answer(503, "{}").answer(403, "{}");

        assertThatThrownBy(() -> lookup.find(new NamespacedName("team-a", "redis-cart")))
                .isInstanceOf(ApiException.class);
        assertThatThrownBy(() -> lookup.forEach("team-a", _ -> {})).isInstanceOf(ApiException.class);
    }
}
