package dev.chartroom.domain.chart.values;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.TextLayout;

/**
 * The {@code values.yaml} of a chart.
 *
 * @param layout where its keys and comments stand; {@link TextLayout#UNKNOWN} where that could not be found out
 */
public record ValuesFile(JsonObject values, TextLayout layout) {
    /** Of a chart without values. */
    public static final ValuesFile EMPTY = new ValuesFile(JsonObject.EMPTY, TextLayout.UNKNOWN);
}
