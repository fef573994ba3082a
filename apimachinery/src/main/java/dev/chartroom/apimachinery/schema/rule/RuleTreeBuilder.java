package dev.chartroom.apimachinery.schema.rule;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.SchemaKeywords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Compiles the rules of a schema that is known to be structural. */
final class RuleTreeBuilder {
    private static final String RULES = "x-kubernetes-validations";

    private final RuleLanguage language;

    RuleTreeBuilder(RuleLanguage language) {
        this.language = language;
    }

    RuleNode root(JsonObject schema) {
        return node(schema, "schema", null);
    }

    /**
     * @param uncorrelated the path of the outermost enclosing list that is not of type map; null for none. The items of
     *     such a list have no old counterparts.
     */
    private RuleNode node(JsonObject schema, String path, @Nullable String uncorrelated) {
        Map<String, RuleNode> properties = new LinkedHashMap<>();
        schema.objectOrEmpty("properties").members().forEach((name, property) -> {
            if (property instanceof JsonObject declared) {
                properties.put(name, node(declared, path + ".properties[" + name + "]", uncorrelated));
            }
        });
        List<String> keys = mapKeys(schema);
        return RuleNode.of(
                type(schema, path),
                rules(schema, path, uncorrelated),
                properties,
                schema.object("additionalProperties")
                        .map(values -> node(values, path + ".additionalProperties", uncorrelated))
                        .orElse(null),
                schema.object("items")
                        .map(items -> node(
                                items, path + ".items", keys.isEmpty() && uncorrelated == null ? path : uncorrelated))
                        .orElse(null),
                keys);
    }

    /** Returns the type, which the root schema may omit. */
    private static String type(JsonObject schema, String path) {
        return schema.string("type").orElse(path.equals("schema") ? "object" : "");
    }

    private static List<String> mapKeys(JsonObject schema) {
        List<String> keys = new ArrayList<>();
        if (schema.stringOrEmpty("x-kubernetes-list-type").equals("map")) {
            for (JsonValue key : schema.arrayOrEmpty("x-kubernetes-list-map-keys")) {
                if (key instanceof JsonString(String name)) {
                    keys.add(name);
                }
            }
        }
        return keys;
    }

    private List<CompiledRule> rules(JsonObject schema, String path, @Nullable String uncorrelated) {
        JsonArray declared = schema.arrayOrEmpty(RULES);
        List<CompiledRule> rules = new ArrayList<>();
        if (!declared.isEmpty()) {
            RuleLanguage.Scope scope = attempt(path + "." + RULES, () -> language.scope(schema));
            for (int i = 0; i < declared.size(); i++) {
                if (declared.get(i) instanceof JsonObject rule) {
                    rules.add(rule(rule, path + "." + RULES + "[" + i + "]", schema, scope, uncorrelated));
                }
            }
        }
        return rules;
    }

    private static CompiledRule rule(
            JsonObject declared,
            String path,
            JsonObject schema,
            RuleLanguage.Scope scope,
            @Nullable String uncorrelated) {
        ValidationRule rule = ValidationRule.of(declared, path);
        RuleExpression expression = attempt(path + ".rule", () -> scope.rule(rule.rule(), rule.optionalOldSelf()));
        RuleExpression message = rule.messageExpression().isEmpty()
                ? null
                : attempt(
                        path + ".messageExpression",
                        () -> scope.message(rule.messageExpression(), rule.optionalOldSelf()));
        if (expression.usesOldSelf() && uncorrelated != null) {
            throw SchemaKeywords.bad(
                    path + ".rule",
                    "must not use oldSelf, because items of " + uncorrelated
                            + " cannot be matched with their old values: it is not a list of type map");
        }
        if (!expression.usesOldSelf() && rule.declaresOptionalOldSelf()) {
            throw SchemaKeywords.bad(
                    path + ".optionalOldSelf", "must not be set, because the rule does not use oldSelf");
        }
        return new CompiledRule(
                rule,
                expression,
                message,
                attempt(path + ".fieldPath", () -> RuleFieldPath.normalize(rule.fieldPath(), schema)));
    }

    private static <T> T attempt(String path, Supplier<T> step) {
        try {
            return step.get();
        } catch (IllegalArgumentException e) {
            throw SchemaKeywords.bad(path, String.valueOf(e.getMessage()));
        }
    }
}
