package dev.chartroom.charts.archive;

import java.util.Arrays;
import java.util.Optional;

/** The files of a chart that describe its values. */
enum ChartFile {
    METADATA("Chart.yaml"),
    VALUES("values.yaml"),
    SCHEMA("values.schema.json");

    /** The largest size of a file in bytes, which is Helm's limit. */
    static final int MAX_SIZE = 5 * 1024 * 1024;

    private final String fileName;

    ChartFile(String fileName) {
        this.fileName = fileName;
    }

    String fileName() {
        return fileName;
    }

    static Optional<ChartFile> named(String name) {
        return Arrays.stream(values())
                .filter(file -> file.fileName.equals(name))
                .findFirst();
    }
}
