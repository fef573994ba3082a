package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.ConversionException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the values of fields between a version and the stored version. */
sealed interface ValueMapping permits TranslatedValue, FixedValue, JoinedText, ComputedValue {

    /**
     * Returns the stored values.
     *
     * @param values one value for each field of the version; null if the field is missing
     * @param object the object that has the fields
     * @return one value for each stored field; null if the field gets no value
     * @throws ConversionException if the values cannot be converted; the exception names a field of the version
     */
    List<@Nullable JsonValue> toStored(List<@Nullable JsonValue> values, JsonObject object);

    /**
     * Returns the values that the version shows. Never fails: a value that cannot be converted is not shown.
     *
     * @param values one value for each stored field; null if the field is missing
     * @param object the object that has the fields
     * @return one value for each field of the version; null if the field gets no value
     */
    List<@Nullable JsonValue> fromStored(List<@Nullable JsonValue> values, JsonObject object);

    /**
     * Returns false if a stored field has no counterpart in the version. The version then does not show the field's
     * value.
     */
    default boolean showsAllThatIsStored() {
        return true;
    }
}
