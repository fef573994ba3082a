package dev.chartroom.adapters.catalogue;

import static dev.chartroom.adapters.catalogue.Sql.identifier;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Privileges of roles on databases, and on the schemas and tables of the connected database. Postgres stores the
 * privileges on an object in a list in the object's row. An entry of the list contains the privileges that one grantor
 * granted to one role. An entry has neither an oid nor a row of its own. So the number of an entry is a hash of the
 * oids that the entry refers to, and its version is the version of the object's row. If an object gets a new owner,
 * Postgres changes the old owner's grants to grants by the new owner. So the number of an owner's grant does not depend
 * on the owner. The entry for an owner's own privileges is not a grant.
 */
record Privileges() implements CatalogueStatements {
    private static final String QUERY =
            """
            SELECT ('x' || left(encode(sha256(concat_ws('/', o.class, o.database, o.oid,
                CASE a.grantor WHEN o.owner THEN 0::oid ELSE a.grantor END, a.grantee)::bytea), 'hex'), 16)
              )::bit(64)::bigint AS oid,
              %s AS xid,
              format('%%I on %%s', coalesce(u.rolname, 'public'), o.called)
                || CASE a.grantor WHEN o.owner THEN '' ELSE format(' by %%I', g.rolname) END AS identifier,
              (o.spec || jsonb_build_object('role', coalesce(u.rolname, 'public'), 'grantor', g.rolname,
                'privileges', a.privileges, 'grantable', coalesce(a.grantable, '[]'),
                'unshown', jsonb_build_object('byOwner', a.grantor = o.owner, 'onColumns', (
                  SELECT coalesce(jsonb_agg(DISTINCT i.privilege_type), '[]')
                  FROM pg_attribute c, aclexplode(c.attacl) i
                  WHERE o.class = 'pg_class'::regclass AND c.attrelid = o.oid AND NOT c.attisdropped
                    AND i.grantor = a.grantor AND i.grantee = a.grantee))))::json AS spec,
              json_build_object('grantor', g.rolname, 'grantable', json_build_array()) AS implied
            FROM (
              SELECT 'pg_database'::regclass::oid AS class, 0::oid AS database, oid, xmin AS xid, NULL::xid AS schema_xid,
                datdba AS owner, coalesce(datacl, acldefault('d', datdba)) AS acl,
                format('database %%I', datname) AS called, jsonb_build_object('database', datname) AS spec
              FROM pg_database
              UNION ALL
              SELECT 'pg_namespace'::regclass, d.oid, n.oid, n.xmin, NULL, nspowner, nspacl,
                format('schema %%I', nspname), jsonb_build_object('schema', nspname)
              FROM pg_namespace n, pg_database d
              WHERE datname = current_database() AND nspname !~ '^pg_' AND nspname <> 'information_schema'
              UNION ALL
              SELECT 'pg_class'::regclass, d.oid, c.oid, c.xmin, n.xmin, relowner, relacl,
                format('table %%I.%%I', nspname, relname), jsonb_build_object('schema', nspname, 'table', relname)
              FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace, pg_database d
              WHERE datname = current_database() AND nspname !~ '^pg_' AND nspname <> 'information_schema'
                AND relkind IN ('r', 'p', 'v', 'm', 'f')
            ) AS o
            CROSS JOIN LATERAL (
              SELECT grantor, grantee, jsonb_agg(privilege_type ORDER BY privilege_type) AS privileges,
                jsonb_agg(privilege_type ORDER BY privilege_type) FILTER (WHERE is_grantable) AS grantable
              FROM aclexplode(o.acl) GROUP BY grantor, grantee
            ) AS a
            LEFT JOIN pg_authid u ON u.oid = a.grantee LEFT JOIN pg_authid g ON g.oid = a.grantor
            WHERE a.grantee <> o.owner""".formatted(CatalogueStatements.latest("o.xid", "o.schema_xid", "u.xmin", "g.xmin"));

    @Override
    public String query() {
        return QUERY;
    }

    @Override
    public List<String> create(JsonObject given) throws SQLException {
        return change(JsonObject.EMPTY, given);
    }

    @Override
    public List<String> alter(JsonObject live, JsonObject given) throws SQLException {
        return change(live, bySame(live, given));
    }

    @Override
    public List<String> drop(JsonObject live) throws SQLException {
        requireNoneOnColumns(onColumns(live));
        // Also revokes privileges that were granted in the meantime.
        return by(
                bySame(live, live),
                List.of("REVOKE ALL" + on(live) + " FROM " + identifier(live.stringOrEmpty("role"))));
    }

    private static List<String> change(JsonObject live, JsonObject given) throws SQLException {
        Set<String> held = words(live, "privileges");
        Set<String> heldToGrant = words(live, "grantable");
        Set<String> wanted = words(given, "privileges");
        Set<String> wantedToGrant = words(given, "grantable");
        Set<String> gone = difference(held, wanted);
        Set<String> goneToGrant = difference(difference(heldToGrant, wantedToGrant), gone);
        String role = identifier(given.stringOrEmpty("role"));
        String from = on(given) + " FROM " + role;
        String to = on(given) + " TO " + role;
        Set<String> onColumns = onColumns(live);
        onColumns.removeIf(privilege -> !gone.contains(privilege) && !goneToGrant.contains(privilege));
        requireNoneOnColumns(onColumns);
        List<String> statements = new ArrayList<>();
        addStatement(statements, "REVOKE ", gone, from);
        addStatement(statements, "REVOKE GRANT OPTION FOR ", goneToGrant, from);
        addStatement(statements, "GRANT ", difference(difference(wanted, held), wantedToGrant), to);
        addStatement(statements, "GRANT ", difference(wantedToGrant, heldToGrant), to + " WITH GRANT OPTION");
        return by(given, statements);
    }

    /**
     * Returns the spec with the grantor of the live grant. If the grantor is the owner, the spec has no grantor: a role
     * that may act as the owner grants and revokes as the owner by default. The statements do not run as the owner,
     * because the owner itself may lack the right to use the schema.
     */
    private static JsonObject bySame(JsonObject live, JsonObject given) {
        return live.objectOrEmpty(CatalogueObject.UNSHOWN).isTrue("byOwner")
                ? given.without("grantor")
                : given.with("grantor", new JsonString(live.stringOrEmpty("grantor")));
    }

    private static Set<String> onColumns(JsonObject live) throws SQLException {
        return words(live.objectOrEmpty(CatalogueObject.UNSHOWN), "onColumns");
    }

    /**
     * Refuses to revoke privileges that the role also has on single columns: a REVOKE on a table would revoke them
     * there too, and clients do not see privileges on columns.
     */
    private static void requireNoneOnColumns(Set<String> revoked) throws SQLException {
        if (!revoked.isEmpty()) {
            throw new SQLFeatureNotSupportedException(
                    "this would also revoke privileges of the role on single columns: " + String.join(", ", revoked),
                    "55006");
        }
    }

    /**
     * Runs the statements as the grantor. In a statement for privileges, Postgres accepts only the current role as the
     * grantor. For memberships, it also accepts other roles.
     */
    private static List<String> by(JsonObject spec, List<String> statements) {
        if (!spec.has("grantor") || statements.isEmpty()) {
            return statements;
        }
        List<String> all = new ArrayList<>(statements);
        all.addFirst("SET LOCAL ROLE " + identifier(spec.stringOrEmpty("grantor")));
        all.addLast("RESET ROLE");
        return all;
    }

    private static void addStatement(List<String> statements, String verb, Set<String> privileges, String rest) {
        if (!privileges.isEmpty()) {
            statements.add(verb + String.join(", ", privileges) + rest);
        }
    }

    private static String on(JsonObject spec) {
        if (spec.has("database")) {
            return " ON DATABASE " + identifier(spec.stringOrEmpty("database"));
        }
        String schema = identifier(spec.stringOrEmpty("schema"));
        return spec.has("table")
                ? " ON TABLE " + schema + "." + identifier(spec.stringOrEmpty("table"))
                : " ON SCHEMA " + schema;
    }

    /** Postgres knows which privileges exist. The pattern only prevents SQL injection. */
    private static Set<String> words(JsonObject spec, String field) throws SQLException {
        Set<String> words = new LinkedHashSet<>(spec.arrayOrEmpty(field).strings());
        for (String word : words) {
            if (!word.matches("[A-Z]{1,20}")) {
                throw new SQLFeatureNotSupportedException('"' + word + "\" is not a privilege", "0A000");
            }
        }
        return words;
    }

    private static Set<String> difference(Set<String> words, Set<String> others) {
        Set<String> left = new LinkedHashSet<>(words);
        left.removeAll(others);
        return left;
    }
}
