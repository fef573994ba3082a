package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.ports.event.Occurrences;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownEventsTest {
    private static final Instant NOW = TestEvents.NOW;
    private static final Occurrences TWO = new Occurrences(NOW.minusSeconds(60), NOW, 2);

    private final KnownEvents known = new KnownEvents();

    @ParameterizedTest
    @CsvSource({"0, 2, true", "-60, 1, true", "0, 3, false", "1, 2, false", "1, 3, false"})
    void eventIsCoveredUnlessItOccurredAgain(int seconds, int count, boolean isCovered) {
        known.put(TestEvents.NAMESPACE, "a", TWO);

        assertThat(isCovered("a", new Occurrences(TWO.first(), NOW.plusSeconds(seconds), count)))
                .isEqualTo(isCovered);
        assertThat(isCovered("b", TWO)).isFalse();
    }

    /** A user who may create Events in one namespace can make up a mirrored Event with any annotation. */
    @Test
    void mirroredEventOfAnotherNamespaceCoversNothing() {
        known.put("team-b", "a", TWO);

        assertThat(isCovered("a", TWO)).isFalse();
    }

    @Test
    void oldestEventIsForgottenFirst() {
        known.put(TestEvents.NAMESPACE, "first", TWO);
        known.put(TestEvents.NAMESPACE, "second", TWO);
        known.put(TestEvents.NAMESPACE, "first", TWO);
        IntStream.range(0, KnownEvents.MAX_EVENTS - 1)
                .forEach(number -> known.put(TestEvents.NAMESPACE, "n" + number, TWO));

        assertThat(isCovered("first", TWO)).isTrue();
        assertThat(isCovered("second", TWO)).isFalse();
    }

    private boolean isCovered(String uid, Occurrences occurrences) {
        return known.cover(TestEvents.event(uid, TestEvents.deployment("redis-cart"), "", occurrences));
    }
}
