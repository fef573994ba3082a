package dev.chartroom.ports.kind;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;

/** A kind definition as a source has it, in whichever format. */
public sealed interface DefinitionDocument {

    /** Where it comes from, such as a file's name: what an operator is told when something is wrong with it. */
    String source();

    /** Whether a file, or a key of a ConfigMap, is a definition by its name. */
    static boolean isNamedAsOne(String file) {
        return file.endsWith(".yaml") || file.endsWith(".yml") || file.endsWith(".json");
    }

    /** Reads a text: as JSON where the source ends with {@code .json}, otherwise as YAML. */
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

    /** @param chart whether there is the chart of its releases, as far as the source knows */
    record Parsed(String source, JsonObject json, ChartPresence chart) implements DefinitionDocument {

        /** Of whose chart nothing is known. */
        public Parsed(String source, JsonObject json) {
            this(source, json, ChartPresence.UNASKED);
        }

        /** The same, with what is known of its chart. */
        public Parsed with(ChartPresence presence) {
            return new Parsed(source, json, presence);
        }
    }

    /** A document that does not even parse. */
    record Malformed(String source, String reason) implements DefinitionDocument {}
}
