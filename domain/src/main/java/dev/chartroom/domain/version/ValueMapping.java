package dev.chartroom.domain.version;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the values of the fields that one version has become those of the fields that another one has instead. */
sealed interface ValueMapping permits TranslatedValue, FixedValue, JoinedText, ComputedValue {

    /**
     * What is stored.
     *
     * @param values one for each field of the version, null where there is none
     * @param object that the fields are in
     * @return one for each stored field, null for none
     * @throws ConversionException where there is no answer; its field is one of those of the version
     */
    List<@Nullable JsonValue> toStored(List<@Nullable JsonValue> values, JsonObject object);

    /**
     * What the version shows of what is stored. There is always an answer, be it to show nothing.
     *
     * @param values one for each stored field, null where there is none
     * @param object that the fields are in
     * @return one for each field of the version, null for none
     */
    List<@Nullable JsonValue> fromStored(List<@Nullable JsonValue> values, JsonObject object);

    /** False where a stored value has no counterpart, so that only what was stored before can say what it is. */
    default boolean showsAllThatIsStored() {
        return true;
    }
}
