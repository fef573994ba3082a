package dev.chartroom.apimachinery.managedfields.typed;

import java.util.List;
import java.util.function.Supplier;

/**
 * A list. An atomic list is owned as a whole; the items of an associative list are owned one by one.
 *
 * @param keys the members that identify an item of an associative list; empty for a set of scalars
 * @param itemType the type of every item; a supplier, because the type of untyped lists refers to itself
 */
public record ListType(boolean atomic, List<String> keys, Supplier<FieldType> itemType) implements Shape {

    public FieldType items() {
        return itemType.get();
    }
}
