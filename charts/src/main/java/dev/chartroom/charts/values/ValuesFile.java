package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TextLayout;
import java.util.Optional;
import java.util.function.Function;

/**
 * The {@code values.yaml} of a chart.
 *
 * @param layout the places of its keys and comments; {@link TextLayout#UNKNOWN} if they could not be determined
 * @param yaml parses the text of comments; empty if it is not YAML
 */
public record ValuesFile(JsonObject values, TextLayout layout, Function<String, Optional<JsonValue>> yaml) {
    /** The file of a chart without values. */
    public static final ValuesFile EMPTY = of(JsonObject.EMPTY);

    /** Returns a file without comments. */
    public static ValuesFile of(JsonObject values) {
        return new ValuesFile(values, TextLayout.UNKNOWN, _ -> Optional.empty());
    }
}
