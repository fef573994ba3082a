package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Revisions become visible in order, on all replicas, whatever happens to transactions. 32 writers write to two
 * storages. Their statements are cancelled and connections are terminated at random, including the connections that
 * listen.
 */
class RevisionOrderTest {
    private static final int WRITERS = 32;
    private static final int WRITES = 3_000;

    private final PostgresSettings settings =
            PostgresServer.settings().withHistory(Duration.ofHours(1)).withPatience(Duration.ofSeconds(5));
    private final WriteLoad load = new WriteLoad(40);
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final AtomicLong interruptions = new AtomicLong();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();

    @Test
    void revisionsBecomeVisibleInOrder() throws Exception {
        try (PostgresStorage one = PostgresServer.open(settings);
                PostgresStorage other = PostgresServer.open(settings);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<PostgresStorage> replicas = List.of(one, other);
            String start = one.feed().latest(Kinds.redis()).orElseThrow().toString();
            List<WatchLog> logs = List.of(new WatchLog(start), new WatchLog(start), new WatchLog(start));
            AtomicBoolean written = new AtomicBoolean();
            for (int i = 0; i < logs.size(); i++) {
                WatchLog log = logs.get(i);
                PostgresStorage replica = replicas.get(i % 2);
                threads.execute(() -> log.follow(replica.store(), isOver::get));
            }
            threads.execute(() -> read(replicas));
            threads.execute(() -> read(replicas.reversed()));
            Future<?> disturber = threads.submit(() -> {
                disturb(written::get);
                return true;
            });
            List<? extends Future<?>> writers = IntStream.range(0, WRITERS)
                    .mapToObj(i -> threads.submit(
                            () -> load.write(i, replicas.get(i % 2).store(), written::get)))
                    .toList();
            try {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> load.acknowledged.size() >= WRITES || disturber.isDone());
                written.set(true);
                disturber.get();
                for (Future<?> writer : writers) {
                    writer.get();
                }
                History history = history();
                long last = history.events().getLast().revision();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> logs.stream()
                                .allMatch(log -> !log.failure().isEmpty()
                                        || !log.events().isEmpty()
                                                && log.events().getLast().revision() >= last));

                assertThat(interruptions).hasPositiveValue();
                assertThat(load.acknowledged).hasSizeGreaterThanOrEqualTo(WRITES);
                history.assertExplains(load);
                logs.forEach(history::assertTold);
                assertThat(faults).isEmpty();
            } finally {
                isOver.set(true);
                written.set(true);
            }
        }
    }

    /** Reads from the replicas in turn: no replica returns an earlier revision than the read before. */
    private void read(List<PostgresStorage> replicas) {
        long seen = 0;
        for (int turn = 0; !isOver.get(); turn++) {
            try {
                long now = Long.parseLong(replicas.get(turn % 2)
                        .store()
                        .list(
                                Kinds.redis(),
                                ListRequest.all(WriteLoad.NAMESPACE).withLimit(1))
                        .resourceVersion());
                if (now < seen) {
                    faults.add(now + " after " + seen);
                }
                seen = now;
            } catch (ApiException _) {
                // Reads are cancelled at random as well.
            }
        }
    }

    private void disturb(BooleanSupplier stop) throws SQLException {
        SplittableRandom random = new SplittableRandom(7);
        try (Connection connection = PostgresServer.administrator();
                Statement statement = connection.createStatement()) {
            connection.setSchema(settings.schema());
            while (!stop.getAsBoolean()) {
                switch (random.nextInt(10)) {
                    case 0 -> interrupt(statement, "pg_terminate_backend", random.nextDouble());
                    case 1, 2, 3 -> abort(connection, statement);
                    default -> interrupt(statement, "pg_cancel_backend", random.nextDouble());
                }
            }
        }
    }

    private void interrupt(Statement statement, String how, double which) throws SQLException {
        try (ResultSet results = statement.executeQuery("SELECT " + how + "(pid) FROM ("
                + "SELECT pid, count(*) OVER () AS all_of_them, row_number() OVER (ORDER BY pid) AS place"
                + " FROM pg_stat_activity WHERE application_name = 'chartroom' AND datname = current_database()) AS s"
                + " WHERE place = 1 + floor(" + which + " * all_of_them)")) {
            if (results.next() && results.getBoolean(1)) {
                interruptions.incrementAndGet();
            }
        }
    }

    /** Takes a revision, which makes all writers wait, and rolls back. */
    private static void abort(Connection connection, Statement statement) throws SQLException {
        connection.setAutoCommit(false);
        statement.execute("UPDATE state SET latest = latest + 1");
        statement.execute("SELECT pg_sleep(0.003)");
        connection.rollback();
        connection.setAutoCommit(true);
    }

    private History history() throws SQLException {
        try (Connection connection = PostgresServer.administrator()) {
            connection.setSchema(settings.schema());
            return History.read(connection);
        }
    }
}
