package dev.chartroom.adapters.catalogue;

import static dev.chartroom.adapters.catalogue.Sql.identifier;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Databases. Postgres creates and drops them outside of transactions. */
record Databases() implements CatalogueKind {
    private static final String ALLOW_CONNECTIONS = "allowConnections";

    private static final String QUERY = """
            SELECT d.oid, %s AS xid, datname AS identifier, json_build_object('name', datname, 'owner', rolname,
              'encoding', pg_encoding_to_char(encoding), 'connectionLimit', datconnlimit,
              'allowConnections', datallowconn) AS spec, json_build_object('owner', current_user) AS implied
            FROM pg_database d JOIN pg_authid r ON r.oid = datdba""".formatted(CatalogueStatements.latest("d.xmin", "r.xmin"));

    @Override
    public String catalogue() {
        return "pg_database";
    }

    @Override
    public String query() {
        return QUERY;
    }

    @Override
    public List<NamedObject> names(JsonObject live, JsonObject given) {
        return NamedObject.in(given, NamedObject.Sort.ROLE, List.of("owner"))
                .filter(owner -> !owner.identifier().equals(live.stringOrEmpty("owner")))
                .toList();
    }

    @Override
    public Optional<NamedObject> made(JsonObject given) {
        return NamedObject.in(given, NamedObject.Sort.DATABASE, List.of("name")).findFirst();
    }

    /** Does not allow connections yet, because everybody has the right to connect to a new database. */
    @Override
    public List<String> create(JsonObject given) {
        // Only template0 can be copied with another encoding.
        return List.of("CREATE DATABASE " + name(given) + " TEMPLATE template0 ENCODING "
                + Sql.literal(given.stringOrEmpty("encoding")) + owner(" OWNER ", given)
                + Options.between(JsonObject.EMPTY, given.with(ALLOW_CONNECTIONS, JsonBoolean.of(false))));
    }

    @Override
    public List<String> complete(JsonObject given) {
        List<String> statements = new ArrayList<>();
        if (given.has("owner")) {
            statements.add("SET LOCAL ROLE " + identifier(given.stringOrEmpty("owner")));
        }
        statements.add("REVOKE ALL ON DATABASE " + name(given) + " FROM PUBLIC");
        statements.add("ALTER DATABASE " + name(given) + " ALLOW_CONNECTIONS " + given.isTrue(ALLOW_CONNECTIONS));
        if (given.has("owner")) {
            statements.add("RESET ROLE");
        }
        return statements;
    }

    @Override
    public List<String> alter(JsonObject live, JsonObject given) {
        List<String> statements = new ArrayList<>();
        String start = "ALTER DATABASE " + name(given);
        if (given.has("owner") && !given.stringOrEmpty("owner").equals(live.stringOrEmpty("owner"))) {
            statements.add(start + owner(" OWNER TO ", given));
        }
        statements.addAll(Options.alter(start, live, given));
        return statements;
    }

    @Override
    public List<String> drop(JsonObject live) {
        return List.of("DROP DATABASE " + name(live));
    }

    @Override
    public List<String> fixed() {
        return List.of("encoding");
    }

    @Override
    public boolean isTransactional() {
        return false;
    }

    private static String name(JsonObject spec) {
        return identifier(spec.stringOrEmpty("name"));
    }

    private static String owner(String words, JsonObject spec) {
        return spec.string("owner").map(owner -> words + identifier(owner)).orElse("");
    }
}
