package dev.chartroom.examples.postgres;

import static dev.chartroom.examples.postgres.Sql.identifier;

import dev.chartroom.domain.json.JsonObject;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Objects;

/**
 * Roles that are granted to roles. Before Postgres 16, a membership has one option and no oid.
 *
 * @param version of the server, the major one
 */
record Memberships(int version) implements CatalogueStatements {
    private static final JsonObject DEFAULTS = JsonObject.builder()
            .put("admin", false)
            .put("inherit", true)
            .put("set", true)
            .build();

    @Override
    public String query() {
        boolean hasOptions = version >= 16;
        return """
            SELECT %s AS oid, %s AS xid, format('%%I to %%I by %%I', r.rolname, u.rolname, pg_get_userbyid(m.grantor))
                AS identifier,
              json_build_object('role', r.rolname, 'member', u.rolname, 'grantor', pg_get_userbyid(m.grantor),
                'admin', m.admin_option%s) AS spec,
              json_build_object('grantor', pg_get_userbyid(m.grantor), 'admin', false, 'inherit', true, 'set', true)
                AS implied
            FROM pg_auth_members m JOIN pg_authid r ON r.oid = m.roleid JOIN pg_authid u ON u.oid = m.member
            LEFT JOIN pg_authid g ON g.oid = m.grantor""".formatted(
                        hasOptions ? "m.oid::bigint" : "(m.roleid::bigint << 32) | m.member::bigint",
                        CatalogueStatements.latest("m.xmin", "r.xmin", "u.xmin", "g.xmin"),
                        hasOptions ? ", 'inherit', m.inherit_option, 'set', m.set_option" : "");
    }

    @Override
    public List<String> create(JsonObject given) throws SQLException {
        JsonObject all = DEFAULTS.toBuilder().putAll(given).build();
        if (version < 16 && !(all.isTrue("inherit") && all.isTrue("set"))) {
            throw new SQLFeatureNotSupportedException("inherit and set are true before Postgres 16", "0A000");
        }
        String options = version >= 16
                ? " WITH ADMIN " + all.isTrue("admin") + ", INHERIT " + all.isTrue("inherit") + ", SET "
                        + all.isTrue("set")
                : all.isTrue("admin") ? " WITH ADMIN OPTION" : "";
        return List.of("GRANT " + identifier(all.stringOrEmpty("role")) + " TO "
                + identifier(all.stringOrEmpty("member")) + options + by(all));
    }

    @Override
    public List<String> alter(JsonObject live, JsonObject given) throws SQLException {
        // By the same grantor, or it would be another grant.
        JsonObject all = live.toBuilder().putAll(DEFAULTS).putAll(given).build();
        List<String> grant = create(all);
        if (live.names().stream().allMatch(field -> Objects.equals(live.get(field), all.get(field)))) {
            return List.of();
        }
        return version >= 16 || all.isTrue("admin") ? grant : List.of(revoke("REVOKE ADMIN OPTION FOR ", live));
    }

    @Override
    public List<String> drop(JsonObject live) {
        return List.of(revoke("REVOKE ", live));
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
}
