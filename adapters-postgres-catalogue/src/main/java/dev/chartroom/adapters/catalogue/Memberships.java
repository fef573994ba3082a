package dev.chartroom.adapters.catalogue;

import static dev.chartroom.adapters.catalogue.Sql.identifier;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;
import java.util.Objects;

/** Memberships: roles that are granted to other roles. */
record Memberships() implements CatalogueStatements {
    private static final JsonObject DEFAULTS = JsonObject.builder()
            .put("admin", false)
            .put("inherit", true)
            .put("set", true)
            .build();

    @Override
    public String query() {
        return """
            SELECT m.oid::bigint AS oid, %s AS xid, format('%%I to %%I by %%I', r.rolname, u.rolname, pg_get_userbyid(m.grantor))
                AS identifier,
              json_build_object('role', r.rolname, 'member', u.rolname, 'grantor', pg_get_userbyid(m.grantor),
                'admin', m.admin_option, 'inherit', m.inherit_option, 'set', m.set_option) AS spec,
              json_build_object('grantor', pg_get_userbyid(m.grantor), 'admin', false, 'inherit', true, 'set', true)
                AS implied
            FROM pg_auth_members m JOIN pg_authid r ON r.oid = m.roleid JOIN pg_authid u ON u.oid = m.member
            LEFT JOIN pg_authid g ON g.oid = m.grantor""".formatted(CatalogueStatements.latest("m.xmin", "r.xmin", "u.xmin", "g.xmin"));
    }

    @Override
    public List<String> create(JsonObject given) {
        JsonObject all = DEFAULTS.toBuilder().putAll(given).build();
        return List.of("GRANT " + identifier(all.stringOrEmpty("role")) + " TO "
                + identifier(all.stringOrEmpty("member")) + " WITH ADMIN " + all.isTrue("admin") + ", INHERIT "
                + all.isTrue("inherit") + ", SET " + all.isTrue("set") + by(all));
    }

    @Override
    public List<String> alter(JsonObject live, JsonObject given) {
        // Keep the grantor: a statement by another grantor would add a second grant.
        JsonObject all = live.toBuilder().putAll(DEFAULTS).putAll(given).build();
        return live.names().stream().allMatch(field -> Objects.equals(live.get(field), all.get(field)))
                ? List.of()
                : create(all);
    }

    @Override
    public List<String> drop(JsonObject live) {
        return List.of("REVOKE " + identifier(live.stringOrEmpty("role")) + " FROM "
                + identifier(live.stringOrEmpty("member")) + by(live));
    }

    private static String by(JsonObject spec) {
        return spec.string("grantor")
                .map(grantor -> " GRANTED BY " + identifier(grantor))
                .orElse("");
    }
}
