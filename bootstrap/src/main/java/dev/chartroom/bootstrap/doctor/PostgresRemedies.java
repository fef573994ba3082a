package dev.chartroom.bootstrap.doctor;

import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.doctor.installation.RemedyCommands;
import java.util.Optional;

/**
 * Composes shell commands for a database.
 *
 * @param passwordFile the file with the password of the user; empty if there is none
 */
record PostgresRemedies(PostgresSettings settings, String passwordFile) {

    static PostgresRemedies of(PostgresSettings settings, ServerConfig config) {
        return new PostgresRemedies(
                settings,
                Optional.ofNullable(config.stores())
                        .map(ServerConfig.Stores::postgres)
                        .map(ServerConfig.Postgres::passwordFile)
                        .orElse(""));
    }

    /** Returns the command that solves an error. */
    String ofError(String sqlState) {
        return switch (sqlState) {
            case "28P01", "28000" -> login();
            case "3D000" -> "createdb -O " + settings.user() + " " + database();
            case "42501" -> psql("GRANT USAGE ON SCHEMA \"" + settings.schema() + "\" TO \"" + settings.user() + "\"");
            default -> "pg_isready -d " + RemedyCommands.quoted(url());
        };
    }

    /** Returns the command that lists the tables. */
    String tables() {
        return psql("\\dt " + settings.schema() + ".*");
    }

    private String login() {
        String role = "ALTER ROLE \"" + settings.user() + "\" LOGIN";
        // The shell reads the password, so that the report does not contain it.
        return passwordFile.isEmpty()
                ? psql(role)
                : psql(role + " PASSWORD ") + "\"'$(cat " + RemedyCommands.quoted(passwordFile) + ")'\"";
    }

    private String psql(String statement) {
        return "psql -U postgres -d " + RemedyCommands.quoted(url()) + " -c " + RemedyCommands.quoted(statement);
    }

    private String url() {
        return settings.url().replaceFirst("^jdbc:", "");
    }

    private String database() {
        return settings.url().replaceFirst("\\?.*", "").replaceFirst(".*/", "");
    }
}
