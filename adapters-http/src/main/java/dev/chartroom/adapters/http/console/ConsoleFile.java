package dev.chartroom.adapters.http.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** A file of the console, in memory, as stored and compressed with gzip. */
final class ConsoleFile {
    /** Vite puts files with hashed names into this folder. */
    private static final String HASHED = "assets/";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "json", "application/json",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "woff2", "font/woff2",
            "txt", "text/plain; charset=utf-8");

    private final byte[] bytes;
    private final byte[] compressed;
    private final String contentType;
    private final boolean isHashed;

    /** @param path relative to the folder of the console */
    ConsoleFile(String path, byte[] bytes) {
        this.bytes = bytes;
        this.compressed = gzip(bytes);
        this.contentType = TYPES.getOrDefault(path.substring(path.lastIndexOf('.') + 1), "application/octet-stream");
        this.isHashed = path.startsWith(HASHED);
    }

    /** Returns whether a path can only be that of a file, and of no page. */
    static boolean isInFolderOfFiles(String path) {
        return path.startsWith(HASHED) || path.startsWith(Branding.FOLDER);
    }

    /** Returns the content as stored, not a copy. */
    byte[] bytes() {
        return bytes;
    }

    byte[] compressed() {
        return compressed;
    }

    String contentType() {
        return contentType;
    }

    /** Returns whether the name has a hash of the content, so that a browser may keep the file forever. */
    boolean isHashed() {
        return isHashed;
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }
}
