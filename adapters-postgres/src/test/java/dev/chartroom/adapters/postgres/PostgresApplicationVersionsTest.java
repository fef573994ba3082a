package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationVersions.Version;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresApplicationVersionsTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final NamespacedName CART = new NamespacedName("versions", "cart");
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");

    private final PostgresSettings settings = PostgresServer.settings();
    private final PostgresStorage storage = PostgresServer.open(settings);

    @AfterEach
    void close() {
        storage.close();
    }

    @Test
    void eachGenerationHasItsFirstVersion() {
        Instant start = Instant.now().minusSeconds(1);
        StoredApplication one = create(CART, 1);
        update(status(one, "installing"));
        StoredApplication two = update(spec(current(), 2));
        update(status(two, "ready"));
        StoredApplication three = update(spec(current(), 3));
        create(new NamespacedName("versions", "other"), 9);

        List<Version> versions = storage.versions().generations(REDIS, CART, 10);

        assertThat(versions)
                .extracting(version -> version.application().metadata().resourceVersion())
                .containsExactly(resourceVersion(three), resourceVersion(two), resourceVersion(one));
        assertThat(versions)
                .extracting(version -> version.application().spec())
                .containsExactly(Kinds.replicas(3), Kinds.replicas(2), Kinds.replicas(1));
        assertThat(versions.getLast().time()).isEmpty();
        assertThat(versions.subList(0, 2))
                .allSatisfy(version -> assertThat(version.time().orElseThrow())
                        .isBetween(start, Instant.now().plusSeconds(1)));
        assertThat(storage.versions().generations(REDIS, CART, 2)).isEqualTo(versions.subList(0, 2));
    }

    @Test
    void objectThatWasCreatedAgainHasNoVersionsOfTheEarlierOne() {
        StoredApplication gone = create(CART, 1);
        storage.store().delete(REDIS, CART, new DeleteRequest("", "", "", false).ofExactly(gone.metadata()));
        assertThat(storage.versions().generations(REDIS, CART, 10)).isEmpty();

        StoredApplication again = create(CART, 2);

        assertThat(storage.versions().generations(REDIS, CART, 10))
                .extracting(version -> version.application().metadata().resourceVersion())
                .containsExactly(resourceVersion(again));
    }

    @Test
    void listEndsWhereVersionsWereRemoved() throws SQLException {
        StoredApplication one = create(CART, 1);
        StoredApplication two = update(spec(one, 2));
        StoredApplication three = update(spec(two, 3));
        PostgresServer.administer(
                "DELETE FROM " + settings.schema() + ".application WHERE revision = " + resourceVersion(one));

        List<Version> versions = storage.versions().generations(REDIS, CART, 10);

        assertThat(versions)
                .extracting(version -> version.application().metadata().resourceVersion())
                .containsExactly(resourceVersion(three), resourceVersion(two));
        assertThat(versions.getLast().time()).isEmpty();
    }

    /** Otherwise a few users with large objects could keep the database busy. */
    @Test
    void listEndsAfterFourMebibytes() {
        String large = "x".repeat(1024 * 1024);
        create(CART, 0);
        for (int i = 1; i <= 20; i++) {
            update(current().application().withSpec(Kinds.replicas(i).with("name", new JsonString(large))));
        }

        assertThat(storage.versions().generations(REDIS, CART, 100)).hasSizeBetween(3, 5);
    }

    @Test
    void charactersThatJsonOperatorsRejectAreNoError() {
        Application created = new Application(
                REDIS.gvk(),
                ObjectMeta.of(CART.namespace(), CART.name()).toBuilder()
                        .generation(3)
                        .annotations(Map.of("a", "\"generation\":7"))
                        .build(),
                Kinds.replicas(1).with("name", new JsonString("a\0b")),
                JsonObject.EMPTY);
        storage.store().create(REDIS, created, OPTIONS);

        assertThat(storage.versions().generations(REDIS, CART, 10)).hasSize(1);
    }

    private static String resourceVersion(StoredApplication object) {
        return object.metadata().resourceVersion();
    }

    private StoredApplication current() {
        return storage.store().current(REDIS, CART);
    }

    private StoredApplication create(NamespacedName name, int replicas) {
        Application created = new Application(
                REDIS.gvk(), ObjectMeta.of(name.namespace(), name.name()), Kinds.replicas(replicas), JsonObject.EMPTY);
        return storage.store().create(REDIS, created, OPTIONS);
    }

    private static Application spec(StoredApplication live, int replicas) {
        return live.application().withSpec(Kinds.replicas(replicas));
    }

    private static Application status(StoredApplication live, String phase) {
        return live.application()
                .withStatus(JsonObject.builder().put("phase", phase).build());
    }

    private StoredApplication update(Application next) {
        return storage.store().update(REDIS, current(), next, OPTIONS);
    }
}
