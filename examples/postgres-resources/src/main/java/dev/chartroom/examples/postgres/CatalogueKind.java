package dev.chartroom.examples.postgres;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What of the catalogue is a kind. */
sealed interface CatalogueKind extends CatalogueStatements permits Databases, Roles, Grants {
    static CatalogueKind of(ApplicationKind kind) {
        return switch (kind.names().kind()) {
            case "PostgresDatabase" -> new Databases();
            case "PostgresRole" -> new Roles();
            case "PostgresGrant" -> new Grants(new Memberships(), new Privileges());
            default -> throw new IllegalArgumentException(kind + " is in no catalogue");
        };
    }

    /** What it goes by in uids and in {@link ObjectTable}. */
    String catalogue();

    /** The fields of a spec that say which object it is of. */
    default List<String> identity() {
        return List.of("name");
    }

    /** Others that cannot be changed. */
    default List<String> fixed() {
        return List.of();
    }

    /** Whether a spec is of the object that has the live one. */
    default boolean isOf(JsonObject live, JsonObject given) {
        return identity().stream().allMatch(field -> Objects.equals(live.get(field), given.get(field)));
    }

    /**
     * Other objects of the server that the statements name.
     *
     * @param live empty for an object that is to be made
     */
    List<NamedObject> names(JsonObject live, JsonObject given);

    /** What takes its name by being made; empty for what has none. */
    Optional<NamedObject> made(JsonObject given);

    /** What completes an object, in the transaction that records it. */
    default List<String> complete(JsonObject given) {
        return List.of();
    }

    /** Whether it is made and dropped in transactions, with what is kept of it. */
    default boolean isTransactional() {
        return true;
    }
}
