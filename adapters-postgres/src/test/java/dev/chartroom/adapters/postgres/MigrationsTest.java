package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MigrationsTest {
    /**
     * A server does not compare checksums and never repeats a migration. An edited migration would therefore lead to
     * two kinds of tables. Add a new migration for a change, and a line here when it is released.
     */
    @Test
    void releasedMigrationsAreUnchanged() throws SQLException {
        PostgresSettings settings = PostgresServer.settings();
        PostgresServer.open(settings).close();

        List<String> run = new ArrayList<>();
        try (Connection connection = PostgresServer.administrator();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT script, checksum FROM " + settings.schema()
                        + ".flyway_schema_history WHERE version IS NOT NULL ORDER BY installed_rank")) {
            while (row.next()) {
                run.add(row.getString("script") + " " + row.getInt("checksum"));
            }
        }

        assertThat(run).containsExactly("V1__applications.sql 1055751416", "V2__timeline.sql 1435079981");
    }
}
