package dev.chartroom.apimachinery.schema.constraint;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.format.StringFormat;
import dev.chartroom.apimachinery.status.Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compiled OpenAPI keywords of a schema or of a clause of its quantifiers. The order of the checks is that of
 * kube-openapi, because clients see the errors in this order. The number of checks is also that of kube-openapi: if all
 * alternatives fail, the errors of the alternative with the most checks are reported.
 *
 * @param format the required format of strings; null if strings can have any format
 */
public record Constraints(
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
     * @param before the value together with its old value; null if the value has no old counterpart
     */
    public Findings check(Location at, JsonValue value, @Nullable Correlation before) {
        Deadline.check();
        Findings found = new Findings();
        if (value == JsonNull.NULL) {
            type.check(at, value, found);
            allowed.check(at, value, found);
        } else {
            checkPresent(at, value, before, found);
        }
        if (before != null && !found.isEmpty() && before.isUnchanged()) {
            found.discardErrors();
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
                found.add(() -> TypeConstraint.invalidType(at, format.name(), text));
            }
            found.matched();
        }
    }
}
