package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The schemas of Cozystack's kind definitions, if its data is beside this repository. */
final class RealDefinitions {
    private static final Path DEFINITIONS = Path.of("../../shared/data/cozystack/definitions");

    private RealDefinitions() {}

    /** Returns the schemas by the name of the definition's file without its extension; none if the data is missing. */
    static Map<String, JsonObject> schemas() {
        if (!Files.isDirectory(DEFINITIONS)) {
            return Map.of();
        }
        Map<String, JsonObject> schemas = new TreeMap<>();
        try (Stream<Path> files = Files.list(DEFINITIONS)) {
            for (Path file : files.toList()) {
                schemas.put(file.getFileName().toString().replace(".yaml", ""), schema(Files.readAllLines(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return schemas;
    }

    /** Reads the schema, which is JSON text in a block scalar, on the line after its key. */
    private static JsonObject schema(List<String> lines) {
        int key = lines.indexOf("    openAPISchema: |-");
        return TestJson.object(lines.get(key + 1).strip());
    }
}
