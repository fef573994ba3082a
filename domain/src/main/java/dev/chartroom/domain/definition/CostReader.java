package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.jsonpath.ValueSource;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.cost.Cost;
import dev.chartroom.domain.kind.TextRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the costs of objects. */
final class CostReader {
    /** The most costs of a kind. The server evaluates all of them in each write. */
    private static final int MOST = 16;

    private final SchemaExpressions expressions;

    CostReader(SchemaExpressions expressions) {
        this.expressions = expressions;
    }

    /**
     * Returns the costs, without those that have a problem.
     *
     * @param schema the schema of the spec in the stored version
     */
    List<Cost> read(DefinitionFields spec, JsonObject schema) {
        List<DefinitionFields> declared = spec.objects("costs");
        if (declared.size() > MOST) {
            spec.problem("costs", "must have at most " + MOST + " items");
        }
        Set<String> names = new HashSet<>();
        List<Cost> costs = new ArrayList<>();
        for (DefinitionFields cost : declared) {
            String name = cost.text("name", TextRule.DNS_1035_LABEL);
            if (!names.add(name)) {
                cost.problem("name", "must be unique: \"" + name + "\"");
            }
            String description = cost.textOr("description", "");
            String expression = cost.text("expression");
            boolean isLimited = cost.flag("limited", false);
            if (!expression.isEmpty()) {
                read(cost, expression, schema, new Named(name, description, isLimited), costs);
            }
        }
        return costs;
    }

    private record Named(String name, String description, boolean isLimited) {}

    private void read(DefinitionFields declared, String expression, JsonObject schema, Named named, List<Cost> costs) {
        try {
            costs.add(new Cost(
                    named.name(),
                    named.description(),
                    ValueSource.of(expression, expressions.value(schema, expression)),
                    named.isLimited()));
        } catch (IllegalArgumentException e) {
            declared.problem("expression", String.valueOf(e.getMessage()));
        }
    }
}
