package dev.chartroom.adapters.memory;

import static dev.chartroom.ports.storage.Kinds.replicas;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.core.simulation.SimulatedEvents;
import dev.chartroom.core.simulation.SimulatedReleases;
import dev.chartroom.core.simulation.SimulatingApplicationStore;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.builtin.BuiltInKinds;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WriteOptions;
import dev.chartroom.ports.time.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Simulated releases, driven by a clock that the test moves. */
class SimulatedReleasesTest {
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final NamespacedName CART = new NamespacedName("shop", "cart");
    private static final String NOTE = " (simulated: dev mode installs nothing)";

    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-01-02T03:04:05Z"));
    private final MemoryApplicationStore stored =
            new MemoryApplicationStore(new TextCodec(), PendingChanges.ofHeap(), clock);
    private final SimulatedReleases releases = releases();
    private final ApplicationStore store = new SimulatingApplicationStore(stored, releases::changed);

    private SimulatedReleases releases() {
        return new SimulatedReleases(
                stored,
                () -> List.of(REDIS, BuiltInKinds.EVENT),
                new SimulatedEvents(stored, new Random(1), clock),
                clock);
    }

    @Test
    void newObjectIsProgressingAndReadyAfterTwoSeconds() {
        create();

        assertThat(releases.runDue()).isEqualTo(Duration.ofSeconds(2));
        assertThat(ready())
                .containsEntry("status", "Unknown")
                .containsEntry("reason", "Progressing")
                .containsEntry("message", "Running 'install' action with timeout of 10m0s" + NOTE);
        assertThat(condition("Reconciling")).containsEntry("status", "True");
        assertThat(observedGeneration()).isEqualTo("-1");

        advance(1999);
        assertThat(ready()).containsEntry("status", "Unknown");

        advance(1);
        assertThat(ready()).containsEntry("status", "True").containsEntry("reason", "InstallSucceeded");
        assertThat(ready().get("message"))
                .startsWith("Helm install succeeded for release shop/redis-cart.v1 with chart ")
                .endsWith(NOTE);
        assertThat(condition("Reconciling")).isEmpty();
        assertThat(observedGeneration()).isEqualTo("1");
    }

    @Test
    void specChangeIsAnUpgradeWithHistory() {
        settle();

        update(found().application().withSpec(replicas(5)));
        releases.runDue();
        assertThat(ready())
                .containsEntry("reason", "Progressing")
                .containsEntry("message", "Running 'upgrade' action with timeout of 10m0s" + NOTE);
        assertThat(observedGeneration()).isEqualTo("1");
        assertThat(condition("Released")).containsEntry("reason", "InstallSucceeded");

        advance(2000);
        assertThat(ready()).containsEntry("reason", "UpgradeSucceeded");
        assertThat(observedGeneration()).isEqualTo("2");
        assertThat(history())
                .extracting(revision -> revision.get("version") + " " + revision.stringOrEmpty("status") + " "
                        + revision.stringOrEmpty("firstDeployed") + " " + revision.stringOrEmpty("lastDeployed"))
                .containsExactly(
                        "2 deployed 2026-01-02T03:04:07Z 2026-01-02T03:04:09Z",
                        "1 superseded 2026-01-02T03:04:07Z 2026-01-02T03:04:07Z");
    }

    @Test
    void changeDuringAnInstallationStartsOver() {
        create();
        releases.runDue();
        advance(1500);

        update(found().application().withSpec(replicas(5)));
        releases.runDue();
        advance(1500);
        assertThat(ready()).containsEntry("status", "Unknown");

        advance(500);
        assertThat(ready()).containsEntry("reason", "InstallSucceeded");
        assertThat(observedGeneration()).isEqualTo("2");
        assertThat(history()).hasSize(1);
    }

    @Test
    void settledObjectIsNotWrittenAgain() {
        settle();
        String version = found().metadata().resourceVersion();

        releases.kindsChanged();
        assertThat(releases.runDue()).isEqualTo(Duration.ofMinutes(1));
        advance(600_000);

        assertThat(found().metadata().resourceVersion()).isEqualTo(version);
    }

    @Test
    void changeOfALabelCausesNoUpgrade() {
        settle();

        update(found().application()
                .withMetadata(found().metadata().toBuilder()
                        .labels(Map.of("tier", "gold"))
                        .build()));
        String version = found().metadata().resourceVersion();
        advance(5000);

        assertThat(found().metadata().resourceVersion()).isEqualTo(version);
    }

    @Test
    void statusThatAClientWroteStays() {
        settle();
        JsonObject failed = JsonObject.builder()
                .put("observedGeneration", 1)
                .put(
                        "conditions",
                        JsonArray.of(JsonObject.builder()
                                .put("type", "Ready")
                                .put("status", "False")
                                .put("reason", "Broken")
                                .build()))
                .build();

        update(found().application().withStatus(failed));
        advance(5000);

        assertThat(found().application().status()).isEqualTo(failed);
    }

    @Test
    void suspendedObjectIsLeftAlone() {
        JsonObject suspended = JsonObject.builder()
                .put("observedGeneration", -1)
                .put(
                        "conditions",
                        JsonArray.of(JsonObject.builder()
                                .put("type", "Suspended")
                                .put("status", "True")
                                .build()))
                .build();
        store.create(REDIS, cart().withStatus(suspended), OPTIONS);

        advance(5000);

        assertThat(found().application().status()).isEqualTo(suspended);
    }

    @Test
    void terminatingObjectIsLeftAlone() {
        store.create(
                REDIS,
                cart().withMetadata(cart().metadata().toBuilder()
                        .finalizers(List.of("example.com/held"))
                        .build()),
                OPTIONS);
        store.delete(REDIS, CART, new DeleteRequest("", "", "Background", false));

        advance(5000);

        assertThat(found().application().status()).isEqualTo(Application.UNOBSERVED);
    }

    @Test
    void deletedObjectEndsItsSimulation() {
        create();
        releases.runDue();
        store.delete(REDIS, CART, new DeleteRequest("", "", "Background", false));

        advance(2000);

        assertThat(store.find(REDIS, CART)).isEmpty();
        assertThat(releases.runDue()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void restartContinuesAnInstallation() {
        create();
        releases.runDue();

        SimulatedReleases restarted = releases();
        assertThat(restarted.runDue()).isEqualTo(Duration.ofSeconds(2));
        clock.advance(Duration.ofSeconds(2));
        restarted.runDue();

        assertThat(ready()).containsEntry("reason", "InstallSucceeded");
    }

    @Test
    void dryRunCausesNoWork() {
        store.create(REDIS, cart(), new WriteOptions(true, "test"));

        assertThat(releases.runDue()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void eventDescribesTheInstallationForAnHour() {
        settle();

        StoredApplication event = events().getFirst();
        JsonObject contents = Objects.requireNonNull(event.shown().spec());
        assertThat(contents.objectOrEmpty("involvedObject").strings())
                .containsEntry("kind", "Redis")
                .containsEntry("name", "cart")
                .containsEntry("uid", found().metadata().uid());
        assertThat(contents.strings())
                .containsEntry("reason", "InstallSucceeded")
                .containsEntry("type", "Normal")
                .containsEntry("message", ready().get("message"));

        clock.advance(Duration.ofMinutes(61));
        update(found().application().withSpec(replicas(5)));
        advance(0);
        advance(2000);
        assertThat(events())
                .extracting(next -> next.metadata().name())
                .hasSize(1)
                .doesNotContain(event.metadata().name());
    }

    @Test
    void historyIsBounded() {
        settle();
        for (int i = 0; i < 20; i++) {
            update(found().application().withSpec(replicas(10 + i)));
            advance(0);
            advance(2000);
        }

        assertThat(history())
                .hasSize((int) REDIS.release().settings().maxHistory())
                .first()
                .satisfies(newest -> assertThat(newest.get("version")).hasToString("21"));
    }

    private void create() {
        store.create(REDIS, cart(), OPTIONS);
    }

    private static Application cart() {
        return new Application(
                REDIS.gvk(), ObjectMeta.of(CART.namespace(), CART.name()), replicas(3), Application.UNOBSERVED);
    }

    private void settle() {
        create();
        releases.runDue();
        advance(2000);
    }

    private void advance(long millis) {
        clock.advance(Duration.ofMillis(millis));
        releases.runDue();
    }

    private void update(Application next) {
        store.update(REDIS, found(), next, OPTIONS);
    }

    private StoredApplication found() {
        return stored.find(REDIS, CART).orElseThrow();
    }

    private List<StoredApplication> events() {
        return stored.list(BuiltInKinds.EVENT, ListRequest.all("shop")).items().stream()
                .map(event ->
                        stored.find(BuiltInKinds.EVENT, event.namespacedName()).orElseThrow())
                .toList();
    }

    private Map<String, String> ready() {
        return condition("Ready");
    }

    private Map<String, String> condition(String type) {
        return found().application().status().arrayOrEmpty("conditions").objects().stream()
                .filter(condition -> condition.stringOrEmpty("type").equals(type))
                .findFirst()
                .orElse(JsonObject.EMPTY)
                .strings();
    }

    private String observedGeneration() {
        return String.valueOf(found().application().status().get("observedGeneration"));
    }

    private List<JsonObject> history() {
        return found().application().status().arrayOrEmpty("history").objects();
    }
}
