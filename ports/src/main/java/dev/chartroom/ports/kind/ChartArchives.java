package dev.chartroom.ports.kind;

import dev.chartroom.domain.json.JsonObject;

/** Reads charts as they are packed. Thread-safe. */
@FunctionalInterface
public interface ChartArchives {

    /**
     * The schema of the objects of the kind that a chart is.
     *
     * @param archive a tar archive through gzip, which may be anything
     * @return an {@code openAPIV3Schema} of the whole object
     * @throws UnreadableChartException where it is no chart, or one that cannot be read or installed
     */
    JsonObject openApiV3Schema(byte[] archive) throws UnreadableChartException;
}
