package dev.chartroom.adapters.catalogue;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A kind of objects in the catalogue. */
sealed interface CatalogueKind extends CatalogueStatements permits Databases, Roles, Grants {
    static CatalogueKind of(ApplicationKind kind) {
        return switch (kind.names().kind()) {
            case "PostgresDatabase" -> new Databases();
            case "PostgresRole" -> new Roles();
            case "PostgresGrant" -> new Grants(new Memberships(), new Privileges());
            default -> throw new IllegalArgumentException(kind + " is in no catalogue");
        };
    }

    /** Returns the name of the kind's catalogue, as used in uids and in {@link ObjectTable}. */
    String catalogue();

    /** Returns the fields of a spec that identify the object. */
    default List<String> identity() {
        return List.of("name");
    }

    /** Returns the immutable fields of a spec that do not identify the object. */
    default List<String> fixed() {
        return List.of();
    }

    /** Returns whether a spec identifies the object of the live spec. */
    default boolean isOf(JsonObject live, JsonObject given) {
        return identity().stream().allMatch(field -> Objects.equals(live.get(field), given.get(field)));
    }

    /**
     * Returns the objects that the statements refer to, apart from the spec's own object.
     *
     * @param live empty for a new object
     */
    List<NamedObject> names(JsonObject live, JsonObject given);

    /** Returns the name of a new object; empty if objects of the kind have no names. */
    Optional<NamedObject> made(JsonObject given);

    /** Returns the statements that complete a new object, in the transaction that records it. */
    default List<String> complete(JsonObject given) {
        return List.of();
    }

    /** Returns whether objects are made and dropped in the transaction that updates {@link ObjectTable}. */
    default boolean isTransactional() {
        return true;
    }
}
