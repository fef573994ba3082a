package dev.chartroom.domain.managedfields;

import java.util.List;
import java.util.function.Supplier;

/**
 * A list: atomic, that is owned as a whole; or associative, whose items are owned one by one.
 *
 * @param keys the members that tell items of an associative list apart; none where it is a set of scalars
 * @param itemType of every item; deferred, because the type of untyped lists refers to itself
 */
record ListType(boolean atomic, List<String> keys, Supplier<FieldType> itemType) implements Shape {

    FieldType items() {
        return itemType.get();
    }
}
