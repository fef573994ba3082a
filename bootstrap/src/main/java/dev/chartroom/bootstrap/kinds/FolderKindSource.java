package dev.chartroom.bootstrap.kinds;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The YAML and JSON files of a folder, one definition each, in the order of their names. */
public record FolderKindSource(Path folder, JsonCodec codec) implements KindSource {

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
            byte[] bytes = Files.readAllBytes(file);
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
}
