package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the JSON of golden files. */
final class JsonFiles {
    private JsonFiles() {}

    static JsonObject read(Path file) {
        try {
            return TestJson.object(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
