package dev.chartroom.adapters.http.openapi.schema;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.schema.Schema;

/** The schema of {@code spec} as it is published. */
public final class SpecSchema {
    private static final JsonString DESCRIPTION = new JsonString("The desired state: the values of the chart.");

    private SpecSchema() {}

    /** Returns the kind's schema, sanitised. A schema that declares no fields becomes an open object. */
    public static JsonObject of(Schema schema) {
        JsonObject declared = schema.json();
        boolean closed = !declared.objectOrEmpty("properties").isEmpty() || declared.has("additionalProperties");
        JsonObject sanitised = SchemaSanitiser.sanitise(declared.with("type", new JsonString("object")))
                .without("nullable");
        JsonObject described = sanitised.has("description") ? sanitised : sanitised.with("description", DESCRIPTION);
        return closed ? described : described.with(Extensions.PRESERVE_UNKNOWN_FIELDS, JsonBoolean.TRUE);
    }
}
