package dev.chartroom.bootstrap.doctor;

import dev.chartroom.adapters.postgres.database.DatabaseState;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.StoreSettings;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import java.sql.SQLException;
import java.util.List;

/** Connects to the database of the store {@code postgres}, and compares its version and its tables with the program's. */
final class PostgresDatabase implements Examination {
    private static final int OLDEST = 15;
    private static final String UNAVAILABLE = "the server answers 503 for all kinds in the store postgres";

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public List<Problem> problems(Installation installation) {
        try {
            return installation
                    .config()
                    .flatMap(config -> StoreSettings.postgres(config)
                            .map(settings -> ofDatabase(settings, PostgresRemedies.of(settings, config))))
                    .orElse(List.of());
        } catch (ConfigException e) {
            return List.of(Problem.unknown("stores.postgres", String.valueOf(e.getMessage()), "ls -l db"));
        }
    }

    private static List<Problem> ofDatabase(PostgresSettings settings, PostgresRemedies remedies) {
        String object = "database " + settings.url();
        try {
            return ofState(object, settings.schema(), DatabaseState.read(settings), remedies);
        } catch (SQLException e) {
            return List.of(
                    Problem.error(object, message(e), UNAVAILABLE, remedies.ofError(String.valueOf(e.getSQLState()))));
        }
    }

    private static List<Problem> ofState(String object, String schema, DatabaseState state, PostgresRemedies remedies) {
        if (state.majorVersion() < OLDEST) {
            return List.of(Problem.error(
                    object,
                    "PostgreSQL " + state.majorVersion() + " is older than " + OLDEST,
                    UNAVAILABLE,
                    "pg_upgradecluster " + state.majorVersion() + " main"));
        }
        return switch (state.tables()) {
            case CURRENT -> List.of();
            case NEWER ->
                List.of(Problem.error(
                        object,
                        "a newer version of Chartroom has migrated the tables",
                        "the server does not start",
                        "chartroom version"));
            case OLDER ->
                List.of(Problem.warning(
                        object,
                        "the schema " + schema + " does not have the tables of this version",
                        "the server creates or changes the tables when it starts",
                        remedies.tables()));
        };
    }

    private static String message(SQLException e) {
        return "no connection is possible: "
                + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
