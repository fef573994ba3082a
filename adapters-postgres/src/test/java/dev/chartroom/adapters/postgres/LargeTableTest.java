package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.WriteOptions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Reads of a large table read few more rows than they return, however often they are repeated. */
class LargeTableTest {
    private static final int OBJECTS = 100_000;
    private static final int PER_NAMESPACE = 500;
    /** More executions than the driver and the server need to switch to a generic plan. */
    private static final int READS = 20;

    /** The number of rows that a page of a list reads at most, to count the objects that follow. */
    private static final int COUNTED = 10_001;

    private static final String MULTIPLY = """
            WITH first AS (SELECT latest FROM state),
            one AS (SELECT * FROM application LIMIT 1),
            stored AS (INSERT INTO application (revision, api_group, resource, namespace, name, object)
                SELECT first.latest + n, api_group, resource, 'many-' || (n / %1$d), 'n' || n,
                    replace(replace(object::text, '"first"', '"n' || n || '"'), '"few"', '"many-' || (n / %1$d) || '"')::json
                FROM first, one, generate_series(1, %2$d) AS n)
            UPDATE state SET latest = latest + %2$d
            """.formatted(PER_NAMESPACE, OBJECTS);

    private final ApplicationKind redis = Kinds.redis();
    private final PostgresSettings settings = PostgresServer.settings();

    @Test
    void repeatedListsReadFewExtraRows() throws Exception {
        try (PostgresStorage storage = PostgresServer.open(settings)) {
            ApplicationStore store = storage.store();
            store.create(
                    redis,
                    new Application(redis.gvk(), ObjectMeta.of("few", "first"), Kinds.replicas(1), JsonObject.EMPTY),
                    new WriteOptions(false, "test"));
            administer(MULTIPLY);
            administer("VACUUM ANALYZE application");
            long before = rowsRead();

            String token = "";
            for (int i = 0; i < READS; i++) {
                ApplicationPage page =
                        store.list(redis, ListRequest.all("").withLimit(100).withContinue(token));
                assertThat(page.items()).hasSize(100);
                token = page.continueToken();
                assertThat(store.list(redis, ListRequest.all("many-" + (1 + i))).items())
                        .hasSize(PER_NAMESPACE);
            }

            int asked = READS * (100 + PER_NAMESPACE);
            int counted = READS * COUNTED;
            Awaitility.await("what was read is counted")
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(rowsRead() - before).isGreaterThanOrEqualTo(asked));
            assertThat(rowsRead() - before).isLessThan(2L * asked + counted);
        }
    }

    private void administer(String statement) throws SQLException {
        try (Connection connection = PostgresServer.administrator();
                Statement administer = connection.createStatement()) {
            connection.setSchema(settings.schema());
            administer.execute(statement);
        }
    }

    private long rowsRead() throws SQLException {
        try (Connection connection = PostgresServer.administrator();
                PreparedStatement statistics =
                        connection.prepareStatement("SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables"
                                + " WHERE schemaname = ? AND relname = 'application'")) {
            statistics.setString(1, settings.schema());
            try (ResultSet results = statistics.executeQuery()) {
                assertThat(results.next()).isTrue();
                return results.getLong(1);
            }
        }
    }
}
