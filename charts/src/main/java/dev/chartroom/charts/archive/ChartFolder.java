package dev.chartroom.charts.archive;

import dev.chartroom.ports.kind.UnreadableChartException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** A chart as a folder of files. */
final class ChartFolder {
    private ChartFolder() {}

    /** Reads the chart files that exist. */
    static Map<ChartFile, byte[]> read(Path folder) throws IOException, UnreadableChartException {
        Map<ChartFile, byte[]> files = new EnumMap<>(ChartFile.class);
        for (ChartFile file : ChartFile.values()) {
            Path path = folder.resolve(file.fileName());
            if (Files.exists(path)) {
                if (!path.toRealPath().startsWith(folder.toRealPath())) {
                    throw new UnreadableChartException(file.fileName() + " is a link to a file outside of the chart");
                }
                files.put(file, read(path, file));
            }
        }
        return files;
    }

    private static byte[] read(Path path, ChartFile file) throws IOException, UnreadableChartException {
        try (InputStream in = Files.newInputStream(path)) {
            return bounded(in, file.fileName());
        }
    }

    /** Reads all bytes, unless there are too many. */
    static byte[] bounded(InputStream in, String name) throws IOException, UnreadableChartException {
        byte[] bytes = in.readNBytes(ChartFile.MAX_SIZE + 1);
        if (bytes.length > ChartFile.MAX_SIZE) {
            throw new UnreadableChartException(name + " is larger than " + ChartFile.MAX_SIZE + " bytes");
        }
        return bytes;
    }
}
