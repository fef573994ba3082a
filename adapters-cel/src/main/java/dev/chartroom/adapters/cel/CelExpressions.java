package dev.chartroom.adapters.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.chartroom.adapters.cel.library.Patterns;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.schema.SchemaRules;
import dev.chartroom.apimachinery.schema.ValueExpression;
import dev.chartroom.apimachinery.schema.rule.RuleTree;
import java.util.function.Predicate;

/**
 * Evaluates the expressions of a CustomResourceDefinition as kube-apiserver 1.36 does: patterns in RE2, and rules in
 * CEL.
 */
public final class CelExpressions implements SchemaExpressions {
    private final Shared<String, Pattern> patterns = new Shared<>();
    private final Shared<CelScope.Rule, CelRule> rules = new Shared<>();

    @Override
    public Predicate<String> pattern(String regex) {
        try {
            Pattern pattern = patterns.get(regex, () -> Patterns.compile(regex));
            return text -> pattern.matcher(text).find();
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(e.getDescription(), e);
        }
    }

    @Override
    public SchemaRules rules(JsonObject schema) {
        return RuleTree.of(schema, declared -> new CelScope(declared, rules));
    }

    @Override
    public ValueExpression value(JsonObject schema, String expression) {
        return new CelScope(schema, rules).value(expression);
    }
}
