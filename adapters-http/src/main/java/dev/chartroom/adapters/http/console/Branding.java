package dev.chartroom.adapters.http.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The name, the logo and the colours of a platform, as files that the console reads.
 *
 * @param contents the content of each file by its path below the folder of the console
 */
public record Branding(Map<String, byte[]> contents) {
    static final String FOLDER = "branding/";

    private static final String DOCUMENT = "branding.json";
    /** The files of a brand are in memory, like all files of the console. */
    private static final long MAX_BYTES = 1024 * 1024;

    public Branding {
        contents = Map.copyOf(contents);
    }

    /**
     * Reads a folder. {@code branding.json} becomes a file of the console, and each other file becomes one in {@code branding/}. Omits
     * folders and hidden files, such as those of a mounted ConfigMap.
     *
     * @throws IOException if the folder cannot be read
     * @throws IllegalArgumentException if it has no {@code branding.json}, or more than 1 MiB; the message says which
     */
    public static Branding read(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !name(file).startsWith("."))
                    .toList();
        }
        Map<String, byte[]> contents = new HashMap<>();
        long left = MAX_BYTES;
        for (Path file : files) {
            left -= Files.size(file);
            if (left < 0) {
                throw new IllegalArgumentException("has more than 1 MiB");
            }
            String name = name(file);
            contents.put(name.equals(DOCUMENT) ? DOCUMENT : FOLDER + name, Files.readAllBytes(file));
        }
        if (!contents.containsKey(DOCUMENT)) {
            throw new IllegalArgumentException("has no " + DOCUMENT);
        }
        return new Branding(contents);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
