package dev.chartroom.charts.archive;

import dev.chartroom.ports.kind.UnreadableChartException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** A chart as packed by {@code helm package}: a gzipped tar archive of one folder. Nothing is written to disk. */
final class ChartArchive {
    /** The largest size of an unpacked archive in bytes, which is Helm's limit. */
    static final int MAX_SIZE = 100 * 1024 * 1024;

    static final int MAX_ENTRIES = 20_000;

    private ChartArchive() {}

    /**
     * Reads the chart files in the archive.
     *
     * @throws UnreadableChartException if the file is not such an archive, is too large, or contains a path that leads
     *     out of the archive
     */
    static Map<ChartFile, byte[]> read(Path archive) throws IOException, UnreadableChartException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(archive))) {
            return read(in);
        }
    }

    /** Reads the chart files in the archive. */
    static Map<ChartFile, byte[]> read(InputStream in) throws IOException, UnreadableChartException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new LimitedStream(new GZIPInputStream(in), MAX_SIZE), "UTF-8")) {
            return entries(tar);
        } catch (LimitedStream.TooLong _) {
            throw new UnreadableChartException("the unpacked archive is larger than " + MAX_SIZE + " bytes");
        } catch (IOException | IllegalArgumentException e) {
            throw new UnreadableChartException("the archive cannot be read: " + e.getMessage());
        }
    }

    private static Map<ChartFile, byte[]> entries(TarArchiveInputStream tar)
            throws IOException, UnreadableChartException {
        Map<ChartFile, byte[]> files = new EnumMap<>(ChartFile.class);
        int entries = 0;
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            if (++entries > MAX_ENTRIES) {
                throw new UnreadableChartException("the archive has more than " + MAX_ENTRIES + " entries");
            }
            String[] path = path(entry.getName());
            Optional<ChartFile> file = path.length == 2 ? ChartFile.named(path[1]) : Optional.empty();
            if (file.isPresent()) {
                if (!entry.isFile() || entry.isLink() || entry.isSymbolicLink()) {
                    throw new UnreadableChartException(path[1] + " in the archive is not a regular file");
                }
                if (files.put(file.get(), ChartFolder.bounded(tar, path[1])) != null) {
                    throw new UnreadableChartException(path[1] + " is in the archive twice");
                }
            }
        }
        return files;
    }

    /** Splits a path into the names of its folders and its file. */
    private static String[] path(String name) throws UnreadableChartException {
        String plain = name.startsWith("./") ? name.substring(2) : name;
        String[] path = plain.split("/");
        boolean leadsOut = plain.startsWith("/") || plain.contains("\\") || plain.matches("^[A-Za-z]:.*");
        for (String part : path) {
            leadsOut |= part.equals("..");
        }
        if (leadsOut) {
            throw new UnreadableChartException("the archive has an entry with a path outside of it: " + name);
        }
        return path;
    }
}
