package dev.chartroom.bootstrap.chart;

import dev.chartroom.domain.chart.ChartKind;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.schema.SchemaExpressions;
import dev.chartroom.ports.kind.ChartArchives;
import dev.chartroom.ports.kind.UnreadableChartException;

/** Makes the schema of a chart in an archive, as {@code kind from-chart} does. */
public final class ChartSchemaArchives implements ChartArchives {
    private final ChartReader reader;
    private final SchemaExpressions expressions;

    /** @param expressions tells which patterns and rules a schema may have */
    public ChartSchemaArchives(ChartReader reader, SchemaExpressions expressions) {
        this.reader = reader;
        this.expressions = expressions;
    }

    @Override
    public JsonObject openApiV3Schema(byte[] archive) throws UnreadableChartException {
        try {
            return ChartKind.openApiV3Schema(reader.read(archive), expressions);
        } catch (IllegalArgumentException e) {
            throw new UnreadableChartException(String.valueOf(e.getMessage()));
        }
    }
}
