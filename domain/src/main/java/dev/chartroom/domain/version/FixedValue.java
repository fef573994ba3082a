package dev.chartroom.domain.version;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
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
            return one();
        }
        JsonValue given = values.getFirst();
        if (given != null && !given.equals(value)) {
            throw new ConversionException(
                    path.toString(), "must be " + value + ", there is no such field in the stored version any more");
        }
        return List.of();
    }

    @Override
    public List<@Nullable JsonValue> fromStored(List<@Nullable JsonValue> values, JsonObject object) {
        return isStored ? List.of() : one();
    }

    private List<@Nullable JsonValue> one() {
        List<@Nullable JsonValue> one = new ArrayList<>();
        one.add(value);
        return one;
    }

    @Override
    public boolean showsAllThatIsStored() {
        return !isStored;
    }
}
