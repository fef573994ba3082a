package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GrowingPauseTest {
    /** {@link System#nanoTime} may be negative, and overflow. */
    private static final long START = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(20);

    private final GrowingPause pause = new GrowingPause();

    @Test
    void pausesDoubleUpToAMinute() {
        assertThat(events(0, 300)).containsExactly(0, 4, 12, 28, 60, 124, 188, 252);
    }

    @Test
    void pausesAreShortAgainAfterAWhileWithoutAnEvent() {
        events(0, 100);

        assertThat(events(60 + 128, 20)).containsExactly(188, 192, 200);
    }

    @Test
    void pausesStayLongIfEventsGoOn() {
        events(0, 100);

        assertThat(events(60 + 127, 100)).containsExactly(187, 251);
    }

    @Test
    void eventHappensOnceAtATime() {
        assertThat(pause.isOver(START)).isTrue();
        assertThat(pause.isOver(START)).isFalse();
    }

    /** Asks each second, and returns the seconds at which the event may happen. */
    private List<Integer> events(int from, int seconds) {
        return IntStream.range(from, from + seconds)
                .filter(second -> pause.isOver(START + TimeUnit.SECONDS.toNanos(second)))
                .boxed()
                .toList();
    }
}
