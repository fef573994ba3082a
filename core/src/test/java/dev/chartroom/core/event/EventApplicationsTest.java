package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.time.SteppedClock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventApplicationsTest {
    private static final MirroredKinds REDIS = new MirroredKinds(List.of(Kinds.redis()));

    private final SteppedClock clock = new SteppedClock(TestEvents.NOW);
    private final ReleasesByName releases = new ReleasesByName();
    private final EventApplications applications = new EventApplications(releases, () -> REDIS, clock);

    @BeforeEach
    void createReleases() {
        releases.put(TestEvents.release(
                Kinds.redis(),
                "team-a",
                "cart",
                "team-a_redis-cart_apps_Deployment",
                "team-a_redis-cart__Service",
                "team-b_stray_apps_Deployment"));
        releases.put(TestEvents.release(Kinds.redis(), "team-b", "other", "team-b_redis-other_apps_Deployment"));
        releases.put(TestEvents.release(Kinds.postgres(), "team-a", "db", "team-a_postgres-db_apps_Deployment"));
    }

    @ParameterizedTest
    @CsvSource({
        "redis-cart, uid-cart, cart",
        "redis-cart, '', cart",
        // An earlier release of the same name.
        "redis-cart, uid-of-another, ",
        "redis-missing, '', ",
        // In another namespace.
        "redis-other, uid-other, ",
        // Of a kind that is not served.
        "postgres-db, uid-db, ",
        "foreign, '', "
    })
    void eventOfAReleaseConcernsItsApplication(String release, String uid, String application) {
        assertThat(applications.find(event(TestEvents.release(release, uid))).map(EventSubject::name))
                .isEqualTo(Optional.ofNullable(application));
    }

    @ParameterizedTest
    @CsvSource({
        "team-a, apps/v1, Deployment, redis-cart, cart",
        "team-a, v1, Service, redis-cart, cart",
        "team-a, apps/v1beta1, Deployment, redis-cart, cart",
        "team-a, extensions/v1, Deployment, redis-cart, ",
        "team-a, '', Deployment, redis-cart, ",
        "team-a, apps/v1, StatefulSet, redis-cart, ",
        "team-b, apps/v1, Deployment, redis-cart, ",
        // The inventory of a release in another namespace lists it.
        "team-b, apps/v1, Deployment, stray, ",
        "team-b, apps/v1, Deployment, redis-other, other",
        "team-a, apps/v1, Deployment, postgres-db, "
    })
    void eventOfAnObjectConcernsTheApplicationWhoseInventoryListsIt(
            String namespace, String apiVersion, String kind, String name, String application) {
        ClusterEvent event = event(new EventSubject(apiVersion, kind, namespace, name, ""));

        assertThat(applications.mayExist(event)).isTrue();
        assertThat(applications.find(event).map(EventSubject::name)).isEqualTo(Optional.ofNullable(application));
        assertThat(applications.mayExist(event)).isEqualTo(application != null);
    }

    @Test
    void inventoriesOfANamespaceAreReadOnceUntilTheyExpire() {
        ClusterEvent event = event(TestEvents.deployment("redis-cart"));
        assertThat(applications.needsRequest(event)).isTrue();
        applications.find(event);
        applications.find(event(TestEvents.deployment("unknown")));
        assertThat(applications.needsRequest(event)).isFalse();
        assertThat(releases.lists()).isEqualTo(1);

        clock.advance(ObjectIndex.LIFETIME);
        assertThat(applications.needsRequest(event)).isTrue();
        applications.find(event);
        assertThat(releases.lists()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"redis-cart, true", "redis-missing, true", "foreign, false", "postgres-db, false"})
    void releaseWithoutThePrefixOfAKindCausesNoRequest(String release, boolean mayExist) {
        assertThat(applications.mayExist(event(TestEvents.release(release, ""))))
                .isEqualTo(mayExist);
    }

    @Test
    void withoutKindsNoEventIsSelected() {
        EventApplications none = new EventApplications(releases, () -> MirroredKinds.NONE, clock);

        assertThat(none.mayExist(event(TestEvents.release("redis-cart", "")))).isFalse();
        assertThat(none.mayExist(event(TestEvents.deployment("redis-cart")))).isFalse();
    }

    private static ClusterEvent event(EventSubject subject) {
        return TestEvents.event("e", subject, 1);
    }
}
