package dev.chartroom.examples.postgres;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Objects;

/** What of the catalogue is a kind. */
sealed interface CatalogueKind extends CatalogueStatements permits Databases, Roles, Grants {
    /** @param version of the server, the major one */
    static CatalogueKind of(ApplicationKind kind, int version) {
        return switch (kind.names().kind()) {
            case "PostgresDatabase" -> new Databases();
            case "PostgresRole" -> new Roles();
            case "PostgresGrant" -> new Grants(new Memberships(version), new Privileges());
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

    /** Whether it is made and dropped in transactions, with what is kept of it. */
    default boolean isTransactional() {
        return true;
    }
}
