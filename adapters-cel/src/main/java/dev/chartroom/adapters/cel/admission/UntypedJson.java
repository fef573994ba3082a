package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;

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
