package dev.chartroom.charts.archive;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.charts.ChartKind;
import dev.chartroom.ports.kind.ChartArchives;
import dev.chartroom.ports.kind.UnreadableChartException;

/** Converts the chart in an archive to a schema, like {@code kind from-chart}. */
public final class ChartSchemaArchives implements ChartArchives {
    private final ChartReader reader;
    private final SchemaExpressions expressions;

    /** @param expressions decides which patterns and rules a schema may contain */
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
