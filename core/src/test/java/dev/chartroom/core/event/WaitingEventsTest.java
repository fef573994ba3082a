package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.EventSubject;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WaitingEventsTest {
    private final WaitingEvents waiting = new WaitingEvents();

    @Test
    void eventsAreReturnedInTheOrderOfArrival() {
        waiting.offer(event("a", "1"));
        waiting.offer(event("b", "2"));

        assertThat(waiting.poll()).hasValue(event("a", "1"));
        assertThat(waiting.poll()).hasValue(event("b", "2"));
        assertThat(waiting.poll()).isEmpty();
    }

    @Test
    void fullNamespaceLeavesRoomForOthers() {
        assertThat(offered("a")).isEqualTo(WaitingEvents.MAX_IN_NAMESPACE);
        assertThat(waiting.offer(event("b", "1"))).isTrue();

        waiting.poll();
        assertThat(offered("a")).isEqualTo(1);
    }

    @Test
    void namespacesTakeTurns() {
        Stream.of("1", "2", "3").forEach(uid -> waiting.offer(event("a", uid)));
        waiting.offer(event("b", "4"));

        assertThat(Stream.generate(waiting::poll).limit(4).map(Optional::orElseThrow))
                .extracting(ClusterEvent::uid)
                .containsExactly("1", "4", "2", "3");
    }

    @Test
    void namespaceWithFewEventsDisplacesThoseOfTheNamespaceWithTheMost() {
        for (int namespace = 0; namespace < 4; namespace++) {
            offered("n" + namespace);
        }

        assertThat(waiting.offer(event("other", "x"))).isFalse();

        assertThat(Stream.generate(waiting::poll)
                        .takeWhile(Optional::isPresent)
                        .map(Optional::orElseThrow)
                        .map(event -> event.subject().namespace()))
                .hasSize(WaitingEvents.MAX_EVENTS)
                .contains("other");
    }

    @Test
    void numberInAllIsLimited() {
        int all = 0;
        for (int namespace = 0; namespace < 10; namespace++) {
            all += offered("n" + namespace);
        }

        assertThat(all).isEqualTo(WaitingEvents.MAX_EVENTS);
    }

    private int offered(String namespace) {
        int offered = 0;
        while (waiting.offer(event(namespace, Integer.toString(offered)))) {
            offered++;
        }
        return offered;
    }

    private static ClusterEvent event(String namespace, String uid) {
        return TestEvents.event(uid, new EventSubject("v1", "Pod", namespace, "cart", ""), 1);
    }
}
