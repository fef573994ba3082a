package dev.chartroom.benchmarks.data;

import dev.chartroom.domain.kind.ApplicationKind;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The PostgreSQL of a run. It runs without fsync, as does the etcd beside it. */
public record SampleDatabase(EmbeddedPostgres server) implements AutoCloseable {
    private static final String MULTIPLY = """
            WITH first AS (SELECT latest FROM chartroom.state),
            one AS (SELECT object FROM chartroom.application
                WHERE api_group = ? AND resource = ? AND superseded IS NULL LIMIT 1),
            stored AS (INSERT INTO chartroom.application (revision, api_group, resource, namespace, name, object)
                SELECT first.latest + n, ?, ?, 'large-' || (n / 500), 'orders-' || n,
                    jsonb_set(jsonb_set(one.object::jsonb, '{metadata,name}', to_jsonb('orders-' || n)),
                        '{metadata,namespace}', to_jsonb('large-' || (n / 500)))::json
                FROM first, one, generate_series(1, ?) AS n)
            UPDATE chartroom.state SET latest = latest + ?
            """;

    public static SampleDatabase start() {
        try {
            return new SampleDatabase(EmbeddedPostgres.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the lines of a configuration that makes the program use it for all kinds. */
    public String configuration() {
        return """
                stores:
                  default: postgres
                  postgres: {url: "%s", user: postgres}
                  placements: {namespace: chartroom-system, name: chartroom-stores}
                """.formatted(server.getJdbcUrl("postgres", "postgres"));
    }

    public String version() {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet results = statement.executeQuery("SHOW server_version")) {
            return results.next() ? results.getString(1) : "";
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Stores copies of one object of a kind, under other names, in namespaces of 500. */
    public void multiply(ApplicationKind kind, int times) {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                PreparedStatement multiply = connection.prepareStatement(MULTIPLY);
                Statement analyze = connection.createStatement()) {
            for (int pair = 0; pair < 2; pair++) {
                multiply.setString(1 + 2 * pair, kind.group());
                multiply.setString(2 + 2 * pair, kind.names().plural());
            }
            multiply.setInt(5, times);
            multiply.setInt(6, times);
            multiply.executeUpdate();
            // Otherwise the server would do this by itself during the measurement.
            analyze.execute("VACUUM (ANALYZE) chartroom.application");
            analyze.execute("NOTIFY chartroom_revision");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
