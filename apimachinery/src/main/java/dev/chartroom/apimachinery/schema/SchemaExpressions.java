package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Compiles the expressions in a schema: RE2 in {@code pattern} and CEL in {@code x-kubernetes-validations}. An adapter
 * implements this interface, because the domain depends on the JDK only.
 */
public interface SchemaExpressions {
    /** Supports regular expressions of the JDK, but not CEL. For schemas that need neither RE2 nor CEL. */
    SchemaExpressions JDK = new SchemaExpressions() {
        @Override
        public Predicate<String> pattern(String regex) {
            try {
                return Pattern.compile(regex).asPredicate();
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(e.getDescription(), e);
            }
        }

        @Override
        public SchemaRules rules(JsonObject schema) {
            return SchemaRules.NONE;
        }

        @Override
        public ValueExpression value(JsonObject schema, String expression) {
            throw new IllegalArgumentException(
                    "the expression " + expression.strip() + " does not compile: CEL is not available");
        }
    };

    /**
     * @return a predicate that is true if the expression matches anywhere in the text
     * @throws IllegalArgumentException if {@code regex} is not a regular expression; the message says why
     */
    Predicate<String> pattern(String regex);

    /**
     * Compiles the rules of a structural schema and of the schemas inside it.
     *
     * @throws IllegalArgumentException if a rule does not compile; the message contains the rule and the reason
     */
    SchemaRules rules(JsonObject schema);

    /**
     * Compiles an expression that computes a value from {@code self}. If the expression returns a part of {@code self}
     * as a whole, this part keeps its undeclared members, although the expression cannot access them.
     *
     * @param schema a structural schema of {@code self}
     * @throws IllegalArgumentException if the expression does not compile or its result type has no JSON form; the
     *     message says why
     */
    ValueExpression value(JsonObject schema, String expression);
}
