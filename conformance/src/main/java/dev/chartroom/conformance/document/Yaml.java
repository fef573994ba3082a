package dev.chartroom.conformance.document;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads YAML with one document or several. JSON is YAML. */
public final class Yaml {
    private static final JsonCodec CODEC = JacksonCodec.ofStored();

    private Yaml() {}

    /** Returns the only document of a file. */
    public static JsonObject read(Path file) {
        return object(text(file), file.toString());
    }

    /** Returns the documents of a file, which are separated by lines of three dashes. */
    public static List<JsonObject> readAll(Path file) {
        return documents(text(file), file.toString());
    }

    /**
     * Returns the documents of a text, which are separated by lines of three dashes.
     *
     * @param where the source of the text, for messages
     */
    public static List<JsonObject> documents(String text, String where) {
        List<JsonObject> documents = new ArrayList<>();
        for (String document : text.split("(?m)^---\\s*$")) {
            if (document.lines().anyMatch(line -> !line.isBlank() && !line.startsWith("#"))) {
                documents.add(object(document, where + ", document " + (documents.size() + 1)));
            }
        }
        return documents;
    }

    /** Returns the files below a folder whose names end with {@code .yaml}, sorted. */
    public static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Parses an object in a source text. */
    public static JsonObject parsed(String yaml) {
        return object(yaml, yaml);
    }

    public static JsonValue parse(String yaml) {
        return CODEC.parseYaml(yaml.getBytes(StandardCharsets.UTF_8));
    }

    private static JsonObject object(String yaml, String where) {
        JsonValue value;
        try {
            value = parse(yaml);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
        if (value instanceof JsonObject object) {
            return object;
        }
        throw new IllegalArgumentException(where + ": is not an object");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
