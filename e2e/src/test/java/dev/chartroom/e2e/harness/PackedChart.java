package dev.chartroom.e2e.harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A chart in an archive.
 *
 * @param archive its bytes, which the caller does not change
 */
@SuppressWarnings("ArrayRecordComponent") // compared by no one
public record PackedChart(String name, String version, byte[] archive) {

    /**
     * Packs a chart.
     *
     * @param files the content of its files, except {@code Chart.yaml}, by their paths in the chart
     */
    public static PackedChart of(String name, String version, Map<String, String> files) {
        Map<String, String> all = new TreeMap<>(files);
        all.put("Chart.yaml", "apiVersion: v2\nname: " + name + "\nversion: " + version + "\ndescription: A chart.\n");
        return new PackedChart(name, version, packed(name, all));
    }

    /** Packs an archive that contains no chart. */
    static PackedChart withoutChart(String name, String version) {
        return new PackedChart(name, version, packed("other", Map.of("README.md", "Nothing to install.\n")));
    }

    /** Returns the digest of the archive, with its algorithm. */
    public String digest() {
        return digest(archive);
    }

    /** Returns the SHA-256 of bytes in the form of OCI, such as {@code sha256:0a1b}. */
    public static String digest(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] packed(String folder, Map<String, String> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(StandardCharsets.UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(folder + "/" + file.getKey());
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
