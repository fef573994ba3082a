package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** Converts conditional constraints to clauses: {@code not}, {@code if} and the dependencies between members. */
final class ConditionConverter {
    private final Conversion conversion;
    private final ClauseConverter clauses;

    ConditionConverter(Conversion conversion, ClauseConverter clauses) {
        this.conversion = conversion;
        this.clauses = clauses;
    }

    /** @param declared the structural schema of the value, without the clauses that this method returns */
    List<JsonObject> of(ValueConstraints constraints, JsonObject declared, String path) {
        List<JsonObject> all = new ArrayList<>();
        for (Part part : constraints.parts()) {
            attempt(part, "not", path, all, () -> {
                JsonObject refused = clauses.of(part.within(value(part, "not")), declared);
                return isNever(refused) ? List.of() : List.of(Structural.not(refused));
            });
            attempt(part, "if", path, all, () -> conditional(part, declared));
            attempt(part, "dependentRequired", path, all, () -> dependent(part, "dependentRequired", declared));
            attempt(part, "dependentSchemas", path, all, () -> dependent(part, "dependentSchemas", declared));
            attempt(part, "dependencies", path, all, () -> dependent(part, "dependencies", declared));
        }
        return all;
    }

    /** Makes clauses, or fails if a clause cannot express the constraint. */
    private interface Attempt {
        List<JsonObject> make() throws Inexpressible;
    }

    private void attempt(Part part, String keyword, String path, List<JsonObject> all, Attempt attempt) {
        if (part.keyword(keyword).isEmpty()) {
            return;
        }
        try {
            all.addAll(attempt.make());
        } catch (Inexpressible e) {
            conversion.remark(
                    path, keyword + " cannot be expressed in a structural schema (" + e.reason() + "): not checked");
        }
    }

    private List<JsonObject> conditional(Part part, JsonObject declared) throws Inexpressible {
        JsonObject condition = clauses.of(part.within(value(part, "if")), declared);
        List<JsonObject> all = new ArrayList<>();
        if (part.keyword("then").isPresent()) {
            JsonObject then = clauses.of(part.within(value(part, "then")), declared);
            all.add(Structural.anyOf(List.of(Structural.not(condition), then)));
        }
        if (part.keyword("else").isPresent()) {
            JsonObject otherwise = clauses.of(part.within(value(part, "else")), declared);
            all.add(Structural.anyOf(List.of(condition, otherwise)));
        }
        return all;
    }

    /**
     * Converts dependencies. If a member is present, other members must be present too, or the object must fit a
     * schema.
     */
    private List<JsonObject> dependent(Part part, String keyword, JsonObject declared) throws Inexpressible {
        List<JsonObject> all = new ArrayList<>();
        for (var dependency : part.schema().objectOrEmpty(keyword).members().entrySet()) {
            JsonObject absent = Structural.not(Structural.required(List.of(dependency.getKey())));
            JsonObject requirement = dependency.getValue() instanceof JsonArray names
                    ? Structural.required(names.strings())
                    : clauses.of(part.within(dependency.getValue()), declared);
            all.add(Structural.anyOf(List.of(absent, requirement)));
        }
        return all;
    }

    private static JsonValue value(Part part, String keyword) {
        return part.keyword(keyword).orElse(JsonObject.EMPTY);
    }

    private static boolean isNever(JsonObject clause) {
        return clause.equals(Structural.not(JsonObject.EMPTY));
    }
}
