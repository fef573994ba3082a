package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed under load loses no acknowledged write, and watches miss no event. */
class CrashTest {
    private static final int KILLS = Integer.getInteger("crash.kills", 10);
    private static final int MANY_KILLS = 50;
    private static final int MOST_KILLS = 100;
    private static final int WRITERS = 8;

    private final WriteLoad load = new WriteLoad(20);
    private final AtomicBoolean written = new AtomicBoolean();
    private final AtomicBoolean isOver = new AtomicBoolean();

    @Test
    void acknowledgedWritesSurviveKillsAndAreWatchedOnce(@TempDir Path folder) throws Exception {
        kill(folder, KILLS);
    }

    @Test
    @Tag("soak")
    void acknowledgedWritesSurviveManyKillsAndAreWatchedOnce(@TempDir Path folder) throws Exception {
        kill(folder, MANY_KILLS);
    }

    private void kill(Path folder, int kills) throws Exception {
        try (OwnServer server = new OwnServer(folder).start()) {
            PostgresSettings settings =
                    server.settings().withHistory(Duration.ofHours(1)).withPatience(Duration.ofSeconds(5));
            try (PostgresStorage one = PostgresServer.open(settings);
                    PostgresStorage other = PostgresServer.open(settings);
                    WatchCachingApplicationStore cached = WatchCachingApplicationStore.start(
                            other.store(),
                            other.feed(),
                            List.of(Kinds.redis()),
                            PendingChanges.ofHeap(),
                            Clock.systemUTC(),
                            new SplittableRandom());
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                String start = one.feed().latest(Kinds.redis()).orElseThrow().toString();
                List<WatchLog> logs =
                        Stream.generate(() -> new WatchLog(start)).limit(4).toList();
                // Until the cache is filled, it passes requests on to the store.
                Awaitility.await().until(() -> cached.problem().isEmpty());
                threads.execute(() -> logs.get(0).follow(one.store(), isOver::get));
                threads.execute(() -> logs.get(1).follow(other.store(), isOver::get));
                threads.execute(() -> logs.get(2).follow(other.store(), isOver::get));
                threads.execute(() -> logs.get(3).follow(cached, isOver::get));
                List<Future<?>> writers = new ArrayList<>();
                for (int i = 0; i < WRITERS; i++) {
                    int writer = i;
                    PostgresStorage replica = i % 2 == 0 ? one : other;
                    writers.add(threads.submit(() -> load.write(writer, replica.store(), written::get)));
                }
                try {
                    for (int kill = 1; kill <= kills || kill <= MOST_KILLS && noneBeganAnew(logs); kill++) {
                        // Kill the server only once it has acknowledged further writes.
                        int before = load.acknowledged.size();
                        Awaitility.await()
                                .atMost(Duration.ofSeconds(30))
                                .pollInterval(Duration.ofMillis(5))
                                .until(() -> load.acknowledged.size() >= before + 5);
                        server.kill();
                        server.start();
                    }
                    written.set(true);
                    for (Future<?> writer : writers) {
                        writer.get();
                    }
                    History history = history(server, settings.schema());
                    long last = history.events().getLast().revision();
                    Awaitility.await()
                            .atMost(Duration.ofSeconds(30))
                            .until(() -> logs.stream()
                                    .allMatch(log -> !log.failure().isEmpty()
                                            || !log.events().isEmpty()
                                                    && log.events().getLast().revision() >= last));

                    history.assertExplains(load);
                    logs.forEach(history::assertTold);
                    assertThat(logs).anySatisfy(log -> assertThat(log.watches()).isGreaterThan(1));
                    assertThat(load.answers).containsKey("SERVICE_UNAVAILABLE, try again");
                    System.getLogger("CrashTest").log(System.Logger.Level.INFO, "answers: {0}", load.answers);
                } finally {
                    written.set(true);
                    isOver.set(true);
                }
            }
        }
    }

    /** Returns whether no watch was resumed yet: a kill breaks only the watches that read at that moment. */
    private static boolean noneBeganAnew(List<WatchLog> logs) {
        return logs.stream().noneMatch(log -> log.watches() > 1);
    }

    private static History history(OwnServer server, String schema) throws Exception {
        try (Connection connection = server.connect()) {
            connection.setSchema(schema);
            return History.read(connection);
        }
    }
}
