package dev.chartroom.bootstrap.kinds;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.DefinitionReader;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The YAML and JSON files of a folder, one definition each, in the order of their names. */
public record FolderKindSource(Path folder, JsonCodec codec) implements KindSource {
    /** How much of a file is read: the largest definition, with room for the indentation and comments of YAML. */
    static final int MAX_FILE = 4 * DefinitionReader.MAX_SIZE;

    @Override
    public List<DefinitionDocument> documents() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().matches(".*\\.(yaml|yml|json)"))
                    .sorted()
                    .map(this::read)
                    .toList();
        } catch (IOException e) {
            return List.of(new DefinitionDocument.Malformed(
                    folder.toString(), "the folder cannot be read: " + e.getMessage()));
        }
    }

    private DefinitionDocument read(Path file) {
        String source = String.valueOf(file.getFileName());
        try {
            byte[] bytes = bytes(file);
            if (bytes.length > MAX_FILE) {
                return new DefinitionDocument.Malformed(source, "the file is larger than " + MAX_FILE + " bytes");
            }
            JsonValue value = source.endsWith(".json") ? codec.parse(bytes) : codec.parseYaml(bytes);
            return value instanceof JsonObject json
                    ? new DefinitionDocument.Parsed(source, json)
                    : new DefinitionDocument.Malformed(source, "a definition must be an object");
        } catch (ApiException e) {
            return new DefinitionDocument.Malformed(source, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new DefinitionDocument.Malformed(source, "the file cannot be read: " + e.getMessage());
        }
    }

    /** All bytes of a file, or one more than there may be. */
    private static byte[] bytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MAX_FILE + 1);
        }
    }
}
