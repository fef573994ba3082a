package dev.chartroom.adapters.catalogue;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;

/**
 * An object of the server that a spec refers to.
 *
 * @param field the field of the spec, such as {@code owner}
 * @param identifier the identifier in Postgres, case-sensitive
 * @param mustBeOwn true if the object must belong to the namespace, and not to the administrator
 */
record NamedObject(String field, Sort sort, String identifier, boolean mustBeOwn) {
    /** The type of an object. Each type has its own namespace of identifiers. */
    enum Sort {
        ROLE("role"),
        DATABASE("database"),
        SCHEMA("schema");

        private final String word;

        Sort(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    /**
     * Returns a copy that requires an object of the namespace. To grant the admin option on a role, a namespace must
     * own the role.
     */
    NamedObject own() {
        return new NamedObject(field, sort, identifier, true);
    }

    /** Returns the names in the given fields of a spec, without absent fields. */
    static Stream<NamedObject> in(JsonObject spec, Sort sort, List<String> fields) {
        return fields.stream()
                .flatMap(field ->
                        spec.string(field).stream().map(identifier -> new NamedObject(field, sort, identifier, false)));
    }
}
