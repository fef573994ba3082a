package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;

/**
 * The entries of managed fields at one field, in two groups: those of a writer, and those of all other managers.
 *
 * @param own the writer's nodes of the field, in the form of {@code fieldsV1}
 * @param others the nodes of other managers
 * @param isItem whether the field is in a list, which is owned as a whole
 */
record FieldOwners(List<JsonObject> own, List<JsonObject> others, boolean isItem) {
    private static final String SELF = ".";

    /** Returns the owners of a member of this field. */
    FieldOwners member(String name) {
        return isItem ? this : new FieldOwners(below(own, "f:" + name), below(others, "f:" + name), false);
    }

    /** Returns the owners of all items of this field. An entry that lists single items is not an owner of all items. */
    FieldOwners items() {
        return isItem
                ? this
                : new FieldOwners(own.stream().filter(JsonObject::isEmpty).toList(), others, true);
    }

    /** Returns whether the writer owns the field, and no other manager owns the field or a field inside it. */
    boolean isOwn() {
        return others.isEmpty() && own.stream().anyMatch(node -> node.isEmpty() || node.has(SELF));
    }

    /** Returns the nodes of a field in some entries of {@code managedFields}. */
    static Stream<JsonObject> nodes(List<JsonObject> entries, String... path) {
        List<JsonObject> nodes =
                entries.stream().map(entry -> entry.objectOrEmpty("fieldsV1")).toList();
        for (String element : path) {
            nodes = below(nodes, element);
        }
        return nodes.stream();
    }

    private static List<JsonObject> below(List<JsonObject> nodes, String element) {
        return nodes.stream().flatMap(node -> node.object(element).stream()).toList();
    }
}
