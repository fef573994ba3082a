package dev.chartroom.apimachinery.schema.constraint;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keywords for lists. In an update, items have an old counterpart only in a list of type map. The counterpart is
 * found by the keys of the item.
 *
 * @param items the constraints on items; null if there are none
 * @param mapKeys the keys of a list of type map; empty for every other list
 */
public record ArrayConstraint(
        @Nullable Constraints items,
        @Nullable Long minItems,
        @Nullable Long maxItems,
        List<String> mapKeys) {

    void check(Location at, JsonArray list, @Nullable Correlation before, Findings found) {
        if (items != null) {
            for (int i = 0; i < list.size(); i++) {
                found.merge(items.check(at.index(i), list.get(i), before == null ? null : before.item(i)));
            }
        }
        if (minItems != null && list.size() < minItems) {
            found.add(() -> FieldError.invalid(
                    at.toString(),
                    JsonNumber.of(list.size()),
                    at + " in body should have at least " + minItems + " items"));
        }
        if (maxItems != null && list.size() > maxItems) {
            found.add(() -> FieldError.tooMany(at.toString(), list.size(), maxItems));
        }
        found.matched();
    }
}
