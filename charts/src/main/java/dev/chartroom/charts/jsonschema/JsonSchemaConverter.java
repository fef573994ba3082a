package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonSize;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.schema.SchemaRepair;
import dev.chartroom.domain.definition.DefinitionReader;
import java.util.ArrayList;
import java.util.List;

/** Converts a JSON Schema of chart values to a structural schema. */
public final class JsonSchemaConverter {
    private static final Converted TOO_LARGE = new Converted(
            Structural.OPEN_OBJECT,
            List.of(new Remark("", "the schema becomes too large when its references are followed: left open")));

    private JsonSchemaConverter() {}

    /**
     * The result of a conversion.
     *
     * @param schema a structural schema of an object
     * @param remarks the differences from the JSON Schema, in the order in which they were found
     */
    public record Converted(JsonObject schema, List<Remark> remarks) {
        public Converted {
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * Converts a schema. The result admits every value that the schema admits, with one exception. If an object has
     * declared members and the schema does not mention other members, the result does not admit other members. Remote
     * references are not fetched.
     *
     * @param schema an untrusted schema of draft 4 to 2020-12; local references are followed
     * @param expressions decides which patterns and rules the result may have
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
