package dev.chartroom.image;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** The release archive, {@code chartroom-VERSION.tar.gz}. */
record ReleaseArchive(Path file) {
    /** The libraries of dev mode: the programs of PostgreSQL. A server in a cluster does not need them. */
    private static final String DEV_LIBRARIES = "lib-dev/";

    private static final Set<String> OMITTED = Set.of("chartroom", "launcher/jdk.sh", "examples/redis.yaml");

    /**
     * Unpacks what the image needs.
     *
     * @return the names of the jars of dev mode, which the image does not contain
     */
    Set<String> unpackTo(Path target) throws IOException {
        Set<String> devLibraries = new HashSet<>();
        try (var stream = new TarArchiveInputStream(
                new GzipCompressorInputStream(new BufferedInputStream(Files.newInputStream(file))))) {
            for (TarArchiveEntry entry = stream.getNextEntry(); entry != null; entry = stream.getNextEntry()) {
                String path = entry.getName().substring(entry.getName().indexOf('/') + 1);
                if (entry.isDirectory() || OMITTED.contains(path)) {
                    continue;
                }
                if (path.startsWith(DEV_LIBRARIES)) {
                    devLibraries.add(path.substring(DEV_LIBRARIES.length()));
                    continue;
                }
                Path unpacked = target.resolve(path).normalize();
                if (!unpacked.startsWith(target)) {
                    throw new ImageException(file + " contains a file outside of its folder: " + path);
                }
                Files.createDirectories(unpacked.getParent());
                Files.copy(stream, unpacked);
            }
        }
        return devLibraries;
    }
}
