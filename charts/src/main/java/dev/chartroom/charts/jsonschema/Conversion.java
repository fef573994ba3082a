package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The shared state of one conversion: the document, the remaining budget and the remarks. */
final class Conversion {
    private static final int MAX_REMARKS = 500;

    private final SchemaDocument document;
    private final SchemaExpressions expressions;
    private final Budget budget = new Budget();
    private final Set<Remark> remarks = new LinkedHashSet<>();

    Conversion(JsonValue root, SchemaExpressions expressions) {
        this.document = new SchemaDocument(root);
        this.expressions = expressions;
    }

    /**
     * Returns the constraints that the schemas impose on the value at the path. Adds a remark for each part that is
     * left open.
     */
    ValueConstraints constraints(List<Located> schemas, String path) {
        return Flattening.of(schemas, document, budget, reason -> remark(path, reason + ": left open"));
    }

    /** Returns the constraints of the schemas without adding remarks. */
    ValueConstraints constraintsSilently(List<Located> schemas) {
        return Flattening.of(schemas, document, budget, _ -> {});
    }

    /** Returns the types that fit the constraints; all types if the constraints do not restrict them. */
    Set<JsonType> types(ValueConstraints constraints) {
        Set<JsonType> types = JsonType.all();
        if (constraints.impossible()) {
            types.clear();
        }
        for (Part part : constraints.parts()) {
            part.keyword("type").ifPresent(declared -> {
                Set<JsonType> named = JsonType.named(declared);
                if (part.schema().isTrue("nullable")) {
                    named.add(JsonType.NULL);
                }
                types.retainAll(named);
            });
            if (part.schema().isTrue(Structural.INT_OR_STRING)) {
                types.retainAll(Set.of(JsonType.INTEGER, JsonType.STRING, JsonType.NULL));
                if (!part.schema().isTrue("nullable")) {
                    types.remove(JsonType.NULL);
                }
            }
        }
        for (Union union : constraints.unions()) {
            Set<JsonType> either = JsonType.of(List.of());
            union.alternatives()
                    .forEach(alternative -> either.addAll(types(constraintsSilently(List.of(alternative)))));
            types.retainAll(either);
        }
        constraints.listed().ifPresent(values -> types.retainAll(JsonType.of(values)));
        return types;
    }

    /** Returns whether a pattern of JSON Schema is valid in RE2, which Kubernetes and Helm use. */
    boolean isPattern(String pattern) {
        try {
            var _ = expressions.pattern(pattern);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    void spend() {
        budget.spend();
    }

    void remark(String path, String sentence) {
        remarks.add(
                remarks.size() < MAX_REMARKS
                        ? new Remark(path, sentence)
                        : new Remark("", "further remarks are left out"));
    }

    List<Remark> remarks() {
        return List.copyOf(remarks);
    }
}
