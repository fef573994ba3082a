package dev.chartroom.examples.postgres;

import dev.chartroom.domain.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;

/**
 * An object of the server that a spec names.
 *
 * @param field of the spec, such as {@code owner}
 * @param identifier as Postgres has it, case included
 * @param mustBeOwn true if what the administrator made will not do
 */
record NamedObject(String field, Sort sort, String identifier, boolean mustBeOwn) {
    /** Names are told apart by what they are of. */
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

    /** The same if the namespace needs one of its own: to administer a role is to be its owner. */
    NamedObject own() {
        return new NamedObject(field, sort, identifier, true);
    }

    /** The names in those fields of a spec that it has. */
    static Stream<NamedObject> in(JsonObject spec, Sort sort, List<String> fields) {
        return fields.stream()
                .flatMap(field ->
                        spec.string(field).stream().map(identifier -> new NamedObject(field, sort, identifier, false)));
    }
}
