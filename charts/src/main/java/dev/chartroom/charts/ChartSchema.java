package dev.chartroom.charts;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.schema.SchemaRepair;
import dev.chartroom.charts.jsonschema.JsonSchemaConverter;
import dev.chartroom.charts.jsonschema.JsonSchemaConverter.Converted;
import dev.chartroom.charts.jsonschema.Remark;
import dev.chartroom.charts.jsonschema.Structural;
import dev.chartroom.charts.values.ValuesSchema;
import dev.chartroom.domain.conversion.ReservedKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The structural schema of the values of a chart.
 *
 * @param schema the schema of an object
 * @param remarks the differences from the chart's own schema, and the parts that were inferred
 */
public record ChartSchema(JsonObject schema, List<Remark> remarks) {
    public ChartSchema {
        remarks = List.copyOf(remarks);
    }

    /**
     * Returns the schema of the chart, completed from its values. If the chart has no schema, infers one from the
     * values.
     *
     * @param expressions decides which patterns and rules a schema may have
     */
    public static ChartSchema of(Chart chart, SchemaExpressions expressions) {
        ValuesSchema fromValues = ValuesSchema.of(chart.values());
        Converted inferred = JsonSchemaConverter.convert(fromValues.schema(), expressions);
        List<Remark> remarks = new ArrayList<>();
        JsonObject schema;
        Set<String> declaredNames = Set.of();
        if (chart.schema() == null) {
            remarks.addAll(fromValues.remarks());
            remarks.addAll(inferred.remarks());
            schema = inferred.schema();
        } else {
            Converted declared = JsonSchemaConverter.convert(chart.schema(), expressions);
            Completion completion = new Completion();
            schema = completion.completed(declared.schema(), inferred.schema(), "");
            declaredNames = declared.schema().objectOrEmpty("properties").names();
            remarks.addAll(declared.remarks());
            remarks.addAll(completion.remarks());
        }
        JsonObject whole = withoutReserved(withSubcharts(schema, declaredNames, chart, remarks), remarks);
        SchemaRepair repair = new SchemaRepair(expressions);
        JsonObject repaired =
                repair.repaired(ChartDefaults.ofRoot(whole, chart.values().values()));
        remarks.addAll(Remark.of(repair.changes()));
        return new ChartSchema(repaired, remarks);
    }

    /** Removes the fields that users must not set through the kind. */
    private static JsonObject withoutReserved(JsonObject schema, List<Remark> remarks) {
        JsonObject properties = schema.objectOrEmpty("properties");
        List<String> required = new ArrayList<>(schema.arrayOrEmpty("required").strings());
        Optional<String> reserved = ReservedKeys.firstReserved(properties);
        while (reserved.isPresent()) {
            remarks.add(new Remark(
                    reserved.get(), "is reserved for the platform, because its name begins with _: left out"));
            properties = properties.without(reserved.get());
            required.remove(reserved.get());
            reserved = ReservedKeys.firstReserved(properties);
        }
        if (properties.equals(schema.objectOrEmpty("properties"))) {
            return schema;
        }
        JsonObject rest = schema.with("properties", properties);
        return schema.has("required") ? rest.with("required", JsonArray.ofStrings(required)) : rest;
    }

    /** Leaves the values of subcharts open, because the schemas of subcharts are unknown. */
    private static JsonObject withSubcharts(
            JsonObject schema, Set<String> declaredNames, Chart chart, List<Remark> remarks) {
        boolean closed = chart.schema() instanceof JsonObject declared
                && declared.get("additionalProperties") == JsonBoolean.FALSE;
        boolean open = schema.isTrue(Structural.PRESERVE_UNKNOWN_FIELDS);
        if (closed || open || chart.subcharts().isEmpty()) {
            return schema;
        }
        JsonObject.Builder properties = schema.objectOrEmpty("properties").toBuilder();
        List<String> names = new ArrayList<>(chart.subcharts());
        names.add("global");
        for (String name : names) {
            if (declaredNames.contains(name)) {
                continue;
            }
            String owner = name.equals("global") ? "of the chart and its subcharts" : "of the subchart " + name;
            JsonObject existing = schema.objectOrEmpty("properties").objectOrEmpty(name);
            properties.put(
                    name,
                    Structural.OPEN_OBJECT.toBuilder()
                            .put("description", "Values " + owner + ".")
                            .putAll(existing)
                            .build());
            remarks.add(new Remark(name, "contains the values " + owner + ": left open"));
        }
        return schema.with("properties", properties.build());
    }
}
