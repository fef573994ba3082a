package dev.chartroom.domain.chart.values;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.json.TextLayout;
import java.util.Optional;
import java.util.function.Function;

/**
 * The {@code values.yaml} of a chart.
 *
 * @param layout where its keys and comments stand; {@link TextLayout#UNKNOWN} where that could not be found out
 * @param yaml reads what comments hold; empty where that is no YAML
 */
public record ValuesFile(JsonObject values, TextLayout layout, Function<String, Optional<JsonValue>> yaml) {
    /** Of a chart without values. */
    public static final ValuesFile EMPTY = of(JsonObject.EMPTY);

    /** A file without comments. */
    public static ValuesFile of(JsonObject values) {
        return new ValuesFile(values, TextLayout.UNKNOWN, _ -> Optional.empty());
    }
}
