package dev.chartroom.adapters.catalogue;

import dev.chartroom.adapters.catalogue.NamedObject.Sort;
import dev.chartroom.apimachinery.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Memberships and privileges. A grant with a member is a membership. Any other grant is a privilege. */
record Grants(Memberships memberships, Privileges privileges) implements CatalogueKind {
    @Override
    public String catalogue() {
        return "pg_auth_members";
    }

    @Override
    public String query() {
        return memberships.query() + "\nUNION ALL\n" + privileges.query();
    }

    @Override
    public List<String> identity() {
        return List.of("role", "member", "database", "schema", "table");
    }

    @Override
    public List<String> fixed() {
        return List.of("grantor");
    }

    /** A spec without a grantor matches a grant by any grantor. */
    @Override
    public boolean isOf(JsonObject live, JsonObject given) {
        return CatalogueKind.super.isOf(live, given)
                && (!given.has("grantor") || given.stringOrEmpty("grantor").equals(live.stringOrEmpty("grantor")));
    }

    /**
     * Returns all names, even unchanged ones. If the namespace has lost the right to one of the names, the grant must
     * not be extended.
     */
    @Override
    public List<NamedObject> names(JsonObject live, JsonObject given) {
        return Stream.of(
                        NamedObject.in(given, Sort.ROLE, List.of("role", "member", "grantor")),
                        NamedObject.in(given, Sort.DATABASE, List.of("database")),
                        NamedObject.in(given, Sort.SCHEMA, List.of("schema")))
                .flatMap(names -> names)
                .map(named -> named.field().equals("role") && given.isTrue("admin") ? named.own() : named)
                .toList();
    }

    @Override
    public Optional<NamedObject> made(JsonObject given) {
        return Optional.empty();
    }

    @Override
    public List<String> create(JsonObject given) throws SQLException {
        return of(given).create(given);
    }

    @Override
    public List<String> alter(JsonObject live, JsonObject given) throws SQLException {
        return of(given).alter(live, given);
    }

    @Override
    public List<String> drop(JsonObject live) throws SQLException {
        return of(live).drop(live);
    }

    private CatalogueStatements of(JsonObject spec) {
        return spec.has("member") ? memberships : privileges;
    }
}
