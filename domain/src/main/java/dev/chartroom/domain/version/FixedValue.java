package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.ConversionException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field that only one of the two versions has.
 *
 * @param isStored whether the stored version has the field. If true, an object that is created in the other version
 *     gets the value, and later updates keep the object's own value. If false, the field shows the value and accepts no
 *     other value.
 * @param path the field that errors name
 */
record FixedValue(JsonValue value, boolean isStored, FieldPath path) implements ValueMapping {

    @Override
    public List<@Nullable JsonValue> toStored(List<@Nullable JsonValue> values, JsonObject object) {
        if (isStored) {
            return singleton();
        }
        JsonValue given = values.getFirst();
        if (given != null && !given.equals(value)) {
            throw new ConversionException(
                    path.toString(), "must be " + value + ", because the stored version does not have this field");
        }
        return List.of();
    }

    @Override
    public List<@Nullable JsonValue> fromStored(List<@Nullable JsonValue> values, JsonObject object) {
        return isStored ? List.of() : singleton();
    }

    private List<@Nullable JsonValue> singleton() {
        List<@Nullable JsonValue> singleton = new ArrayList<>();
        singleton.add(value);
        return singleton;
    }

    @Override
    public boolean showsAllThatIsStored() {
        return !isStored;
    }
}
