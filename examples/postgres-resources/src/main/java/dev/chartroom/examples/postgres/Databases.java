package dev.chartroom.examples.postgres;

import static dev.chartroom.examples.postgres.Sql.identifier;

import dev.chartroom.domain.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Databases, which are made and dropped outside of transactions. */
record Databases() implements CatalogueKind {
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
    public List<String> create(JsonObject given) {
        // Only template0 may be copied into another encoding.
        return List.of("CREATE DATABASE " + name(given) + " TEMPLATE template0 ENCODING "
                + Sql.literal(given.stringOrEmpty("encoding")) + owner(" OWNER ", given)
                + Options.between(JsonObject.EMPTY, given));
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
