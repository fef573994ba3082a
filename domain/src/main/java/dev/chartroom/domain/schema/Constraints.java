package dev.chartroom.domain.schema;

import dev.chartroom.domain.deadline.Deadline;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.schema.format.StringFormat;
import dev.chartroom.domain.status.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the OpenAPI keywords of a schema, or of a clause of its quantifiers, demand of a value. Compiled once. The order
 * of the checks and what counts as one are those of kube-openapi, because clients see the order and the count chooses
 * which of several failing alternatives they are told of.
 *
 * @param format null where strings may be of any form
 */
record Constraints(
        TypeConstraint type,
        Quantifiers quantifiers,
        StringConstraint string,
        @Nullable StringFormat format,
        NumberConstraint number,
        ArrayConstraint array,
        EnumConstraint allowed,
        ObjectConstraint object)
        implements Correlatable {

    /**
     * Checks a value and everything inside it.
     *
     * @param before what it was before the update; null where there was none, or none that is known to be the same
     */
    Findings check(Location at, JsonValue value, @Nullable Correlation before) {
        Deadline.check();
        Findings found = new Findings();
        if (value == JsonNull.NULL) {
            type.check(at, value, found);
            allowed.check(at, value, found);
        } else {
            checkPresent(at, value, before, found);
        }
        if (before != null && !found.isEmpty() && before.isUnchanged()) {
            found.forgive();
        }
        return found;
    }

    @Override
    public @Nullable Constraints member(String name) {
        return object.member(name);
    }

    @Override
    public @Nullable Constraints items() {
        return array.items();
    }

    @Override
    public List<String> mapKeys() {
        return array.mapKeys();
    }

    private void checkPresent(Location at, JsonValue value, @Nullable Correlation before, Findings found) {
        if (type.applies()) {
            type.check(at, value, found);
            found.matched();
        }
        quantifiers.check(at, value, found);
        found.matched();
        switch (value) {
            case JsonString(String text) -> checkText(at, text, found);
            case JsonNumber numeric -> {
                number.check(at, numeric, found);
                found.matched();
            }
            case JsonArray list -> {
                array.check(at, list, before, found);
                found.matched();
            }
            case JsonObject _, JsonBoolean _, JsonNull _ -> {}
        }
        allowed.check(at, value, found);
        found.matched();
        if (value instanceof JsonObject members) {
            object.check(at, members, before, found);
            found.matched();
        }
        found.matched();
    }

    private void checkText(Location at, String text, Findings found) {
        string.check(at, text, found);
        found.matched();
        if (format != null) {
            if (!format.admits(text)) {
                found.add(() -> TypeConstraint.wrong(at, format.name(), text));
            }
            found.matched();
        }
    }
}
