package dev.chartroom.ports.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.ports.storage.WatchRequest.InitialEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of every store for watches (wire contract D41, D42, D46, D50). */
@SuppressWarnings("ClassCanBeStatic")
abstract class WatchContract extends ListingContract {
    @Nested
    class Watching {
        @Test
        void everyChangeAfterAListIsSentOnceAndInOrder() throws InterruptedException {
            StoredApplication before = create("before", spec(1));
            String from = store.list(redis, ListRequest.all(namespace)).resourceVersion();
            StoredApplication a = create("a", spec(1));

            try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, from))) {
                StoredApplication changed = update(a, spec(2));
                delete("before");
                create("b", spec(1));

                assertThat(next(watch)).isEqualTo("ADDED a " + version(a));
                assertThat(next(watch)).isEqualTo("MODIFIED a " + version(changed));
                String deleted = next(watch);
                assertThat(deleted).startsWith("DELETED before ");
                assertThat(Long.parseLong(deleted.substring("DELETED before ".length())))
                        .isGreaterThan(version(changed))
                        .isGreaterThan(version(before));
                assertThat(next(watch)).startsWith("ADDED b ");
                assertThat(watch.next(Duration.ofMillis(200))).isNull();
            }
        }

        @ParameterizedTest
        @CsvSource({"''", "0"})
        void watchWithoutResourceVersionStartsWithExistingObjects(String resourceVersion) throws InterruptedException {
            create("a", spec(1));
            create("b", spec(1));

            try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, resourceVersion))) {
                assertThat(List.of(next(watch).substring(0, 7), next(watch).substring(0, 7)))
                        .containsExactlyInAnyOrder("ADDED a", "ADDED b");
                create("c", spec(1));
                assertThat(next(watch)).startsWith("ADDED c ");
            }
        }

        @Test
        void watchListEndsItsInitialEventsWithABookmark() throws InterruptedException {
            create("a", spec(1));
            WatchRequest request = new WatchRequest(
                    namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, "", true, InitialEvents.SEND);

            try (WatchStream watch = store.watch(redis, request)) {
                assertThat(next(watch)).startsWith("ADDED a ");
                assertThat(next(watch)).startsWith("INITIAL-EVENTS-END ");
                create("b", spec(1));
                assertThat(next(watch)).startsWith("ADDED b ");
            }
        }

        @Test
        void watchWithoutInitialEventsStartsNow() throws InterruptedException {
            create("a", spec(1));
            WatchRequest request = new WatchRequest(
                    namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, "", true, InitialEvents.SKIP);

            try (WatchStream watch = store.watch(redis, request)) {
                create("b", spec(1));
                assertThat(next(watch)).startsWith("ADDED b ");
            }
        }

        @Test
        void watchReportsAddedWhenAnObjectStartsToMatchAndDeletedWhenItStops() throws InterruptedException {
            String from = store.list(redis, ListRequest.all(namespace)).resourceVersion();
            WatchRequest request = new WatchRequest(
                    namespace,
                    LabelSelector.parse("team=a"),
                    FieldSelector.EVERYTHING,
                    from,
                    false,
                    InitialEvents.UNSET);
            StoredApplication unlabelled = create("a", spec(1));

            try (WatchStream watch = store.watch(redis, request)) {
                StoredApplication labelled = label(unlabelled, Map.of("team", "a"));
                StoredApplication changed = update(labelled, spec(2));
                StoredApplication left = label(changed, Map.of("team", "b"));

                assertThat(next(watch)).isEqualTo("ADDED a " + version(labelled));
                assertThat(next(watch)).isEqualTo("MODIFIED a " + version(changed));
                assertThat(next(watch)).isEqualTo("DELETED a " + version(left));
            }
        }

        @Test
        void watchOfOneNameReceivesOnlyEventsOfThatObject() throws InterruptedException {
            String from = store.list(redis, ListRequest.all(namespace)).resourceVersion();
            WatchRequest request = new WatchRequest(
                    namespace,
                    LabelSelector.EVERYTHING,
                    FieldSelector.parse("metadata.name=b"),
                    from,
                    false,
                    InitialEvents.UNSET);

            try (WatchStream watch = store.watch(redis, request)) {
                create("a", spec(1));
                create("b", spec(1));
                assertThat(next(watch)).startsWith("ADDED b ");
            }
        }

        @Test
        void updateThatChangesNothingSendsNoEvent() throws InterruptedException {
            StoredApplication created = create("a", spec(1));

            try (WatchStream watch = store.watch(
                    redis, WatchRequest.after(namespace, created.metadata().resourceVersion()))) {
                update(created, spec(1));
                create("b", spec(1));
                assertThat(next(watch)).startsWith("ADDED b ");
            }
        }

        @Test
        void concurrentChangesAreEachSentOnceInOrder() throws InterruptedException {
            String from = store.list(redis, ListRequest.all(namespace)).resourceVersion();
            try (WatchStream watch = store.watch(redis, WatchRequest.after(namespace, from))) {
                int objects = 4;
                int updates = 10;
                List<Thread> writers = new ArrayList<>();
                for (int i = 0; i < objects; i++) {
                    String name = "w" + i;
                    writers.add(Thread.startVirtualThread(() -> {
                        StoredApplication current = create(name, spec(100));
                        for (int n = 1; n <= updates; n++) {
                            current = update(current, spec(100L + n));
                        }
                    }));
                }
                Map<String, Long> numbers = new TreeMap<>();
                long last = 0;
                for (int i = 0; i < objects * (updates + 1); i++) {
                    WatchEvent<ServedApplication> event = watch.next(PATIENCE);
                    ServedApplication object = switch (event) {
                        case WatchEvent.Added<ServedApplication>(var added) -> added;
                        case WatchEvent.Modified<ServedApplication>(var modified) -> modified;
                        case null, default -> throw new AssertionError("unexpected: " + event);
                    };
                    assertThat(version(object)).isGreaterThan(last);
                    last = version(object);
                    long now = numberOf(object);
                    assertThat(now)
                            .isEqualTo(
                                    numbers.getOrDefault(object.namespacedName().name(), 99L) + 1);
                    numbers.put(object.namespacedName().name(), now);
                }
                for (Thread writer : writers) {
                    writer.join();
                }
                assertThat(numbers.values()).hasSize(objects).containsOnly(100L + updates);
            }
        }

        @Test
        void closedWatchEndsForItsReader() throws InterruptedException {
            WatchStream watch = store.watch(redis, WatchRequest.after(namespace, ""));
            Thread closer = Thread.startVirtualThread(watch::close);

            assertThat(watch.next(PATIENCE)).isInstanceOf(WatchEvent.Ended.class);
            assertThat(watch.next(PATIENCE)).isInstanceOf(WatchEvent.Ended.class);
            closer.join();
        }

        @Test
        void malformedResourceVersionIsBadRequest() {
            assertThatThrownBy(() -> store.watch(redis, WatchRequest.after(namespace, "abc"))
                            .close())
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            e -> assertThat(Status.of(e.error()).reason()).isEqualTo(StatusReason.BAD_REQUEST));
        }
    }
}
