package dev.chartroom.domain.chart;

import dev.chartroom.domain.chart.jsonschema.JsonSchemaConverter;
import dev.chartroom.domain.chart.jsonschema.JsonSchemaConverter.Converted;
import dev.chartroom.domain.chart.jsonschema.Remark;
import dev.chartroom.domain.chart.jsonschema.Structural;
import dev.chartroom.domain.chart.values.ValuesSchema;
import dev.chartroom.domain.conversion.ReservedKeys;
import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.schema.SchemaExpressions;
import dev.chartroom.domain.schema.SchemaRepair;
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
        ValuesSchema told = ValuesSchema.of(chart.values());
        Converted inferred = JsonSchemaConverter.convert(told.schema(), expressions);
        List<Remark> remarks = new ArrayList<>();
        JsonObject schema;
        Set<String> declaredNames = Set.of();
        if (chart.schema() == null) {
            remarks.addAll(told.remarks());
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
            remarks.add(new Remark(reserved.get(), "is the platform's, as it begins with _: left out"));
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
            String whose = name.equals("global") ? "of the chart and its subcharts" : "of the subchart " + name;
            JsonObject told = schema.objectOrEmpty("properties").objectOrEmpty(name);
            properties.put(
                    name,
                    Structural.OPEN_OBJECT.toBuilder()
                            .put("description", "Values " + whose + ".")
                            .putAll(told)
                            .build());
            remarks.add(new Remark(name, "holds values " + whose + ": left open"));
        }
        return schema.with("properties", properties.build());
    }
}
