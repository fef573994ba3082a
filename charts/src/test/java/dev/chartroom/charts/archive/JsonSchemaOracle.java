package dev.chartroom.charts.archive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.SpecVersionDetector;
import dev.chartroom.apimachinery.json.JsonValue;

/** Validates with a JSON Schema validator that is independent of Chartroom. */
final class JsonSchemaOracle {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final JsonSchema schema;

    JsonSchemaOracle(JsonValue schema) {
        JsonNode node = node(schema);
        VersionFlag version =
                SpecVersionDetector.detectOptionalVersion(node, false).orElse(VersionFlag.V202012);
        this.schema = JsonSchemaFactory.getInstance(version).getSchema(node);
    }

    boolean admits(JsonValue value) {
        return schema.validate(node(value)).isEmpty();
    }

    private static JsonNode node(JsonValue value) {
        try {
            return MAPPER.readTree(value.toString());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
