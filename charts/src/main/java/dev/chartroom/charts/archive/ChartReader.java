package dev.chartroom.charts.archive;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.charts.Chart;
import dev.chartroom.charts.values.ValuesFile;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.json.LayoutReader;
import dev.chartroom.ports.kind.UnreadableChartException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Reads charts from folders and archives. */
public final class ChartReader {
    private final JsonCodec codec;
    private final LayoutReader layouts;

    public ChartReader(JsonCodec codec, LayoutReader layouts) {
        this.codec = codec;
        this.layouts = layouts;
    }

    /**
     * Reads a chart.
     *
     * @param path a folder, or an archive made by {@code helm package}
     * @throws UnreadableChartException if the folder or archive is not a chart, or its files cannot be read
     */
    public Chart read(Path path) throws UnreadableChartException {
        return chart(files(path), path.toString());
    }

    /**
     * Reads a chart in memory.
     *
     * @param archive made by {@code helm package}
     * @throws UnreadableChartException if the archive is not a chart, or its files cannot be read
     */
    public Chart read(byte[] archive) throws UnreadableChartException {
        try {
            return chart(ChartArchive.read(new ByteArrayInputStream(archive)), "the archive");
        } catch (IOException e) {
            throw new UnreadableChartException("the archive cannot be read: " + e.getMessage());
        }
    }

    private Chart chart(Map<ChartFile, byte[]> files, String where) throws UnreadableChartException {
        byte[] metadata = files.get(ChartFile.METADATA);
        if (metadata == null) {
            throw new UnreadableChartException("there is no Chart.yaml in " + where);
        }
        byte[] values = files.get(ChartFile.VALUES);
        byte[] schema = files.get(ChartFile.SCHEMA);
        return new Chart(
                object(ChartFile.METADATA, parsed(ChartFile.METADATA, metadata)),
                values == null ? ValuesFile.EMPTY : values(values),
                schema == null ? null : parsed(ChartFile.SCHEMA, schema));
    }

    private static Map<ChartFile, byte[]> files(Path path) throws UnreadableChartException {
        try {
            return Files.isDirectory(path) ? ChartFolder.read(path) : ChartArchive.read(path);
        } catch (IOException e) {
            throw new UnreadableChartException(
                    Files.exists(path) ? path + " cannot be read: " + e.getMessage() : path + " does not exist");
        }
    }

    private ValuesFile values(byte[] yaml) throws UnreadableChartException {
        if (isEmpty(yaml)) {
            return ValuesFile.EMPTY;
        }
        JsonValue values = parsed(ChartFile.VALUES, yaml);
        return values == JsonNull.NULL
                ? ValuesFile.EMPTY
                : new ValuesFile(object(ChartFile.VALUES, values), layouts.layout(yaml), this::comment);
    }

    private Optional<JsonValue> comment(String yaml) {
        try {
            return Optional.of(codec.parseYaml(yaml.getBytes(StandardCharsets.UTF_8)));
        } catch (ApiException _) {
            return Optional.empty();
        }
    }

    /** Returns whether the YAML contains only comments. */
    private static boolean isEmpty(byte[] yaml) {
        return new String(yaml, StandardCharsets.UTF_8)
                .lines()
                .allMatch(line -> line.isBlank() || line.stripLeading().startsWith("#") || line.equals("---"));
    }

    private JsonValue parsed(ChartFile file, byte[] bytes) throws UnreadableChartException {
        try {
            return file == ChartFile.SCHEMA ? codec.parse(bytes) : codec.parseYaml(bytes);
        } catch (ApiException e) {
            throw new UnreadableChartException(
                    file.fileName() + ": " + String.valueOf(e.getMessage()).replaceFirst("^the body ", "the file "));
        }
    }

    private static JsonObject object(ChartFile file, JsonValue value) throws UnreadableChartException {
        if (value instanceof JsonObject object) {
            return object;
        }
        throw new UnreadableChartException(file.fileName() + " must be a mapping");
    }
}
