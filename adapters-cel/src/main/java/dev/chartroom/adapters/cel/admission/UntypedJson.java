package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;

/**
 * Converts JSON to values without a schema: a number in integer notation becomes an int, any other number a double.
 * Lists and objects are wrapped, not copied.
 */
final class UntypedJson {
    private UntypedJson() {}

    static Object of(JsonValue json) {
        return switch (json) {
            case JsonObject object -> new UntypedMap(object);
            case JsonArray array -> new UntypedList(array);
            case JsonString(String text) -> text;
            case JsonNumber number ->
                number.isIntegral()
                        ? (Object) number.asDecimal().longValueExact()
                        : (Object) number.asDecimal().doubleValue();
            case JsonBoolean truth -> truth.value();
            case JsonNull _ -> CelNull.NULL;
        };
    }
}
