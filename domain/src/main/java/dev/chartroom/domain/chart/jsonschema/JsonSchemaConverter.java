package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonSize;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.DefinitionReader;
import dev.chartroom.domain.schema.SchemaExpressions;
import dev.chartroom.domain.schema.SchemaRepair;
import java.util.ArrayList;
import java.util.List;

/** Turns a JSON Schema of chart values into a structural schema. */
public final class JsonSchemaConverter {
    private static final Converted TOO_LARGE = new Converted(
            Structural.OPEN_OBJECT,
            List.of(new Remark("", "the schema becomes too large when its references are followed: left open")));

    private JsonSchemaConverter() {}

    /**
     * What a conversion made.
     *
     * @param schema is structural, and one of an object
     * @param remarks what it does not say and the JSON Schema does, in the order in which that was found
     */
    public record Converted(JsonObject schema, List<Remark> remarks) {
        public Converted {
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * Converts a schema. The result admits every value that the schema admits, but for members of objects that have
     * declared members and of which nothing is said about others; nothing that it refers to is fetched.
     *
     * @param schema of draft 4 to 2020-12, untrusted; references into itself are followed
     * @param expressions tells which patterns and rules the result may have
     */
    public static Converted convert(JsonValue schema, SchemaExpressions expressions) {
        Conversion conversion = new Conversion(schema, expressions);
        JsonObject converted;
        try {
            converted = new NodeConverter(conversion).root(schema);
        } catch (Budget.Exhausted _) {
            return TOO_LARGE;
        }
        if (JsonSize.of(converted, DefinitionReader.MAX_SIZE) > DefinitionReader.MAX_SIZE) {
            return TOO_LARGE;
        }
        SchemaRepair repair = new SchemaRepair(expressions);
        JsonObject structural = repair.repaired(converted);
        List<Remark> remarks = new ArrayList<>(conversion.remarks());
        remarks.addAll(Remark.of(repair.changes()));
        return new Converted(structural, remarks);
    }
}
