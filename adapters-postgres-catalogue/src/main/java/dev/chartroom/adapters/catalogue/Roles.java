package dev.chartroom.adapters.catalogue;

import static dev.chartroom.adapters.catalogue.Sql.identifier;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Roles, including users. The catalogue does not show their passwords. */
record Roles() implements CatalogueKind {
    @Override
    public String catalogue() {
        return "pg_authid";
    }

    @Override
    public String query() {
        return """
            SELECT oid, xmin AS xid, rolname AS identifier, json_build_object('name', rolname, 'login', rolcanlogin,
              'inherit', rolinherit, 'createDatabase', rolcreatedb, 'createRole', rolcreaterole,
              'connectionLimit', rolconnlimit) AS spec, json_build_object() AS implied
            FROM pg_authid""";
    }

    @Override
    public List<NamedObject> names(JsonObject live, JsonObject given) {
        return List.of();
    }

    @Override
    public Optional<NamedObject> made(JsonObject given) {
        return NamedObject.in(given, NamedObject.Sort.ROLE, List.of("name")).findFirst();
    }

    @Override
    public List<String> create(JsonObject given) {
        return List.of("CREATE ROLE " + name(given) + Options.between(JsonObject.EMPTY, given));
    }

    @Override
    public List<String> alter(JsonObject live, JsonObject given) {
        return Options.alter("ALTER ROLE " + name(given), live, given);
    }

    @Override
    public List<String> drop(JsonObject live) {
        return List.of("DROP ROLE " + name(live));
    }

    private static String name(JsonObject spec) {
        return identifier(spec.stringOrEmpty("name"));
    }
}
