package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PostgresWatchTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final AtomicInteger asked = new AtomicInteger();
    private final InstantSource time = () -> {
        asked.incrementAndGet();
        return now.get();
    };

    @Test
    void watchWithoutBookmarksDoesNotPollTheClock() throws Exception {
        try (PostgresStorage storage = PostgresStorage.open(
                        PostgresServer.settings(), new TextCodec(), time.withZone(ZoneOffset.UTC), new Random());
                WatchStream watch = storage.store().watch(Kinds.redis(), WatchRequest.after("", ""))) {
            now.updateAndGet(start -> start.plus(Duration.ofMinutes(2)));
            int before = asked.get();

            assertThat(watch.next(Duration.ofMillis(300))).isNull();

            // The storage itself reads the clock a few times.
            assertThat(asked.get() - before).isLessThan(100);
        }
    }
}
