package dev.chartroom.ports.kind;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.ports.json.JsonCodec;

/** A kind definition as a source has it, in any format. */
public sealed interface DefinitionDocument {

    /** Returns the origin of the document, such as a file's name, for messages to operators. */
    String source();

    /** Returns whether a file, or a key of a ConfigMap, has a name that marks it as a definition. */
    static boolean isDefinitionFile(String file) {
        return file.endsWith(".yaml") || file.endsWith(".yml") || file.endsWith(".json");
    }

    /** Parses a text: as JSON if the source ends with {@code .json}, otherwise as YAML. */
    static DefinitionDocument of(String source, byte[] text, JsonCodec codec) {
        try {
            JsonValue value = source.endsWith(".json") ? codec.parse(text) : codec.parseYaml(text);
            return value instanceof JsonObject json
                    ? new Parsed(source, json)
                    : new Malformed(source, "a definition must be an object");
        } catch (ApiException e) {
            return new Malformed(source, String.valueOf(e.getMessage()));
        }
    }

    /** @param chart whether the cluster has the chart of the definition's releases */
    record Parsed(String source, JsonObject json, ChartPresence chart) implements DefinitionDocument {

        /** A document without information about its chart. */
        public Parsed(String source, JsonObject json) {
            this(source, json, ChartPresence.NOT_LOOKED_UP);
        }

        /** Returns the same document with other information about its chart. */
        public Parsed with(ChartPresence presence) {
            return new Parsed(source, json, presence);
        }
    }

    /** A document that is no usable definition, such as a document that cannot be parsed. */
    record Malformed(String source, String reason) implements DefinitionDocument {}

    /**
     * A definition that follows a chart that Flux has not fetched yet.
     *
     * @param reason a sentence, which may change while Flux fetches the chart
     */
    record Unfetched(String source, String reason) implements DefinitionDocument {}
}
