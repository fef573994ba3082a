package dev.chartroom.adapters.json;

import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonDocument;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads one YAML document as the JSON value that it represents. This takes linear time in the document's length. */
final class YamlReader {
    private static final int MAX_CODE_POINTS = 16 * 1024 * 1024;
    private static final int MIN_BUFFER = 1024;

    private YamlReader() {}

    /** Reads a document, and rejects one with duplicate keys. */
    static JsonValue read(byte[] yaml) {
        JsonDocument document = document(yaml);
        if (!document.duplicates().isEmpty()) {
            throw notYaml(document.duplicates().getFirst());
        }
        return document.value();
    }

    /** Reads a document and names its duplicate keys. If a key is repeated, its last value counts. */
    static JsonDocument document(byte[] yaml) {
        try {
            YamlDocument document = new YamlDocument(yaml, settings(yaml, false));
            JsonValue value = document.read();
            if (!document.repeatsKeys()) {
                return JsonDocument.ofYaml(value, List.of());
            }
        } catch (ApiException e) {
            throw e;
        } catch (RuntimeException _) {
            // The parser throws various exceptions. The second pass locates the error with marks. The first pass sets
            // no marks, because they make the parser slower.
        }
        return marked(yaml);
    }

    private static JsonDocument marked(byte[] yaml) {
        try {
            YamlDocument document = new YamlDocument(yaml, settings(yaml, true));
            return JsonDocument.ofYaml(document.read(), document.duplicates());
        } catch (ApiException e) {
            throw e;
        } catch (RuntimeException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw Characters.notUtf8();
            }
            throw notYaml(e.getMessage());
        }
    }

    private static ApiException notYaml(@Nullable String problem) {
        return ApiException.badRequest("the body is not valid YAML: " + problem);
    }

    private static LoadSettings settings(byte[] yaml, boolean marks) {
        return LoadSettings.builder()
                .setUseMarks(marks)
                .setCodePointLimit(MAX_CODE_POINTS)
                // Each time the parser refills its buffer, it copies the current token. So the buffer is large enough
                // for the whole text.
                .setBufferSize(Math.max(MIN_BUFFER, yaml.length))
                .build();
    }
}
