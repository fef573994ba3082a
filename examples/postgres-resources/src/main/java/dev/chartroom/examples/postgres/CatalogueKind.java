package dev.chartroom.examples.postgres;

import static dev.chartroom.examples.postgres.Sql.identifier;

import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What of the catalogue is a kind: where its objects are, and the statements that change them. A query has for each object
 * its oid, xmin and identifier, its spec, and of that what is so where nobody says anything. Identifiers are in a form
 * of their own only for grants, which have none: both roles, quoted.
 */
enum CatalogueKind {
    DATABASE("PostgresDatabase", "pg_database", """
            SELECT oid, xmin, datname AS identifier, json_build_object('owner', pg_get_userbyid(datdba),
              'encoding', pg_encoding_to_char(encoding), 'connectionLimit', datconnlimit,
              'allowConnections', datallowconn) AS spec, json_build_object('owner', current_user) AS implied
            FROM pg_database""") {
        @Override
        String create(String name, JsonObject spec) {
            // Only template0 may be copied into another encoding.
            return "CREATE DATABASE " + identifier(name) + " TEMPLATE template0 ENCODING "
                    + Sql.literal(spec.stringOrEmpty("encoding")) + owner(" OWNER ", spec) + options(JsonObject.EMPTY, spec);
        }

        @Override
        List<String> alter(String name, JsonObject live, JsonObject next) {
            List<String> statements = new ArrayList<>();
            if (next.has("owner") && !next.stringOrEmpty("owner").equals(live.stringOrEmpty("owner"))) {
                statements.add("ALTER DATABASE " + identifier(name) + owner(" OWNER TO ", next));
            }
            return with(statements, "ALTER DATABASE " + identifier(name), options(live, next));
        }

        @Override
        String drop(String name, JsonObject live) {
            return "DROP DATABASE " + identifier(name);
        }

        @Override
        List<String> fixed() {
            return List.of("encoding");
        }

        private static String owner(String words, JsonObject spec) {
            return spec.string("owner").map(owner -> words + identifier(owner)).orElse("");
        }
    },

    ROLE("PostgresRole", "pg_authid", """
            SELECT oid, xmin, rolname AS identifier, json_build_object('login', rolcanlogin, 'inherit', rolinherit,
              'createDatabase', rolcreatedb, 'createRole', rolcreaterole, 'connectionLimit', rolconnlimit) AS spec,
              json_build_object() AS implied
            FROM pg_authid""") {
        @Override
        String create(String name, JsonObject spec) {
            return "CREATE ROLE " + identifier(name) + options(JsonObject.EMPTY, spec);
        }

        @Override
        List<String> alter(String name, JsonObject live, JsonObject next) {
            return with(new ArrayList<>(), "ALTER ROLE " + identifier(name), options(live, next));
        }

        @Override
        String drop(String name, JsonObject live) {
            return "DROP ROLE " + identifier(name);
        }
    },

    GRANT("PostgresGrant", "pg_auth_members", """
            SELECT m.oid, m.xmin, concat('"', replace(r.rolname, '"', '""'), '"."', replace(u.rolname, '"', '""'), '"')
                AS identifier, json_build_object('role', r.rolname, 'member', u.rolname,
              'grantor', pg_get_userbyid(m.grantor), 'admin', m.admin_option, 'inherit', m.inherit_option,
              'set', m.set_option) AS spec, json_build_object('grantor', pg_get_userbyid(m.grantor)) AS implied
            FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid JOIN pg_roles u ON u.oid = m.member""") {
        @Override
        String identifierOf(String name, JsonObject spec) {
            return identifier(spec.stringOrEmpty("role")) + "." + identifier(spec.stringOrEmpty("member"));
        }

        @Override
        String create(String name, JsonObject spec) {
            return "GRANT " + identifier(spec.stringOrEmpty("role")) + " TO "
                    + identifier(spec.stringOrEmpty("member")) + " WITH ADMIN " + spec.isTrue("admin") + ", INHERIT "
                    + spec.isTrue("inherit") + ", SET " + spec.isTrue("set") + by(spec);
        }

        @Override
        List<String> alter(String name, JsonObject live, JsonObject next) {
            // By the same grantor, or it would be another grant.
            JsonObject all = live.toBuilder().putAll(next).build();
            boolean isSame = live.names().stream().allMatch(field -> Objects.equals(live.get(field), all.get(field)));
            return isSame ? List.of() : List.of(create(name, all));
        }

        @Override
        String drop(String name, JsonObject live) {
            return revoke("REVOKE ", live);
        }

        @Override
        List<String> fixed() {
            return List.of("role", "member", "grantor");
        }

    },

    /** Before Postgres 16, a membership has no oid and one option. */
    GRANT_BEFORE_16("PostgresGrant", "pg_auth_members", """
            SELECT (m.roleid::bigint << 32) | m.member::bigint AS oid, m.xmin,
              concat('"', replace(r.rolname, '"', '""'), '"."', replace(u.rolname, '"', '""'), '"') AS identifier,
              json_build_object('role', r.rolname, 'member', u.rolname, 'grantor', pg_get_userbyid(m.grantor),
              'admin', m.admin_option) AS spec, json_build_object('grantor', pg_get_userbyid(m.grantor)) AS implied
            FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid JOIN pg_roles u ON u.oid = m.member""") {
        @Override
        String identifierOf(String name, JsonObject spec) {
            return GRANT.identifierOf(name, spec);
        }

        @Override
        String create(String name, JsonObject spec) throws SQLException {
            if (!spec.isTrue("inherit") || !spec.isTrue("set")) {
                throw new SQLFeatureNotSupportedException("inherit and set are true before Postgres 16", "0A000");
            }
            return "GRANT " + identifier(spec.stringOrEmpty("role")) + " TO " + identifier(spec.stringOrEmpty("member"))
                    + (spec.isTrue("admin") ? " WITH ADMIN OPTION" : "") + by(spec);
        }

        @Override
        List<String> alter(String name, JsonObject live, JsonObject next) throws SQLException {
            String grant = create(name, live.toBuilder().putAll(next).build());
            if (next.isTrue("admin") == live.isTrue("admin")) {
                return List.of();
            }
            return List.of(next.isTrue("admin") ? grant : revoke("REVOKE ADMIN OPTION FOR ", live));
        }

        @Override
        String drop(String name, JsonObject live) {
            return GRANT.drop(name, live);
        }

        @Override
        List<String> fixed() {
            return GRANT.fixed();
        }
    };

    /** In the place of a reference to a password what Postgres is to keep of it, null for none. No client sees it. */
    static final String VERIFIER = "verifier";

    final String kind;
    final String catalogue;
    final String query;

    CatalogueKind(String kind, String catalogue, String query) {
        this.kind = kind;
        this.catalogue = catalogue;
        this.query = query;
    }

    /** @param version of the server, the major one */
    static CatalogueKind of(ApplicationKind kind, int version) {
        return Stream.of(values())
                .filter(known -> known.kind.equals(kind.names().kind()))
                .filter(known -> known != (version < 16 ? GRANT : GRANT_BEFORE_16))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(kind + " is in no catalogue"));
    }

    /** @param spec with its defaults, as all that follow but {@code live}, which is as the query has it */
    abstract String create(String name, JsonObject spec) throws SQLException;

    abstract List<String> alter(String name, JsonObject live, JsonObject next) throws SQLException;

    abstract String drop(String name, JsonObject live);

    /** Fields of the spec that cannot be changed. */
    List<String> fixed() {
        return List.of();
    }

    /** What an object is called in the catalogue. */
    String identifierOf(String name, JsonObject spec) {
        return spec.string("name").orElse(name);
    }

    private static String revoke(String words, JsonObject live) {
        return words + identifier(live.stringOrEmpty("role")) + " FROM " + identifier(live.stringOrEmpty("member"))
                + by(live);
    }

    private static String by(JsonObject spec) {
        return spec.string("grantor")
                .map(grantor -> " GRANTED BY " + identifier(grantor))
                .orElse("");
    }

    private static List<String> with(List<String> statements, String start, String options) {
        if (!options.isEmpty()) {
            statements.add(start + " WITH" + options);
        }
        return statements;
    }

    /** The options of databases and roles that differ. */
    private static String options(JsonObject live, JsonObject next) {
        StringBuilder options = new StringBuilder();
        next.members().forEach((field, value) -> {
            if (!value.equals(live.get(field))) {
                options.append(option(field, value));
            }
        });
        return options.toString();
    }

    private static String option(String field, JsonValue value) {
        String no = value.equals(JsonBoolean.of(false)) ? "NO" : "";
        return switch (field) {
            case "login" -> " " + no + "LOGIN";
            case "inherit" -> " " + no + "INHERIT";
            case "createDatabase" -> " " + no + "CREATEDB";
            case "createRole" -> " " + no + "CREATEROLE";
            case "connectionLimit" -> " CONNECTION LIMIT " + Sql.integer(value);
            case "allowConnections" -> " ALLOW_CONNECTIONS " + no.isEmpty();
            case VERIFIER -> " PASSWORD " + (value instanceof JsonString(String text) ? Sql.literal(text) : "NULL");
            default -> "";
        };
    }
}
