package dev.chartroom.adapters.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonValue;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.postgresql.util.PasswordUtil;

/** Quotes text for statements that change the catalogue, because Postgres accepts no parameters in these statements. */
final class Sql {
    /** In bytes, NAMEDATALEN minus one. */
    private static final int LONGEST = 63;

    /** SQLSTATEs of warnings about partly executed statements. */
    static final Set<String> PARTIAL = Set.of("01006", "01007");

    private Sql() {}

    /** Quotes any text as a single identifier. */
    static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Quotes any text as a single literal, regardless of standard_conforming_strings. */
    static String literal(String text) {
        return "E'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
                for (SQLWarning warning = statement.getWarnings();
                        warning != null;
                        warning = warning.getNextWarning()) {
                    // privilege_not_revoked, privilege_not_granted: Postgres executed a part of the statement.
                    if (PARTIAL.contains(warning.getSQLState())) {
                        throw warning;
                    }
                }
            }
        }
    }

    static long integer(JsonValue value) {
        return value instanceof JsonNumber number
                ? number.asLong().orElseThrow(IllegalArgumentException::new)
                : Long.parseLong(value.toString());
    }

    /** Postgres would truncate a longer identifier. */
    static boolean isIdentifier(String text) {
        int bytes = text.getBytes(UTF_8).length;
        return bytes > 0 && bytes <= LONGEST && text.indexOf(0) < 0;
    }

    /** Returns the verifier of a password. The server stores it and never gets the password itself. */
    static String verifier(byte[] password) {
        char[] text = UTF_8.decode(ByteBuffer.wrap(password)).toString().toCharArray();
        try {
            return PasswordUtil.encodePassword("", text, "scram-sha-256");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
