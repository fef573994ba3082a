package dev.chartroom.adapters.http.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The files of the console, all in memory. */
public final class ConsoleFiles {
    static final String INDEX = "index.html";

    /** The folder of the files on the class path. */
    private static final String FOLDER = "/console/";
    /** A file with the path of each file in a line. The build writes it, because a class path has no listing. */
    private static final String LIST = FOLDER + "files.txt";

    private final Map<String, ConsoleFile> files;

    private ConsoleFiles(Map<String, ConsoleFile> files) {
        this.files = Map.copyOf(files);
    }

    /** Returns the files on the class path; empty if the program was built without a console. */
    public static Optional<ConsoleFiles> onClassPath() {
        try (InputStream list = ConsoleFiles.class.getResourceAsStream(LIST)) {
            if (list == null) {
                return Optional.empty();
            }
            Map<String, byte[]> contents = new HashMap<>();
            for (String path : new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                contents.put(path, content(path));
            }
            return Optional.of(of(contents));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * @param contents the content of each file by its path, with an {@code index.html}
     * @throws IllegalArgumentException if there is no {@code index.html}
     */
    static ConsoleFiles of(Map<String, byte[]> contents) {
        if (!contents.containsKey(INDEX)) {
            throw new IllegalArgumentException("the console has no " + INDEX);
        }
        Map<String, ConsoleFile> files = new HashMap<>();
        contents.forEach((path, bytes) -> files.put(path, new ConsoleFile(path, bytes)));
        return new ConsoleFiles(files);
    }

    /** Returns these files with those of a brand. */
    public ConsoleFiles with(Branding branding) {
        Map<String, ConsoleFile> all = new HashMap<>(files);
        branding.contents().forEach((path, bytes) -> all.put(path, new ConsoleFile(path, bytes)));
        return new ConsoleFiles(all);
    }

    private static byte[] content(String path) throws IOException {
        try (InputStream file = ConsoleFiles.class.getResourceAsStream(FOLDER + path)) {
            if (file == null) {
                throw new IOException("the console lacks " + path);
            }
            return file.readAllBytes();
        }
    }

    Optional<ConsoleFile> find(String path) {
        return Optional.ofNullable(files.get(path));
    }
}
