package dev.chartroom.ports.kind;

import dev.chartroom.apimachinery.json.JsonObject;

/** Reads packed charts. Thread-safe. */
@FunctionalInterface
public interface ChartArchives {

    /**
     * Returns the schema of the objects of a chart's kind.
     *
     * @param archive a gzipped tar archive, with arbitrary content
     * @return an {@code openAPIV3Schema} of the whole object
     * @throws UnreadableChartException if the archive is no chart, or is a chart that cannot be read or installed
     */
    JsonObject openApiV3Schema(byte[] archive) throws UnreadableChartException;
}
