package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonObject;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The languages that a schema holds expressions in: RE2 in {@code pattern} and CEL in {@code x-kubernetes-validations}.
 * Implemented outside, because the domain knows the JDK only.
 */
public interface SchemaExpressions {
    /** Regular expressions of the JDK and no CEL: for schemas that need neither. */
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
                    "the expression " + expression.strip() + " does not compile: there is no CEL here");
        }
    };

    /**
     * @return true for a text in which the expression is found anywhere
     * @throws IllegalArgumentException where it is no regular expression; the message says why
     */
    Predicate<String> pattern(String regex);

    /**
     * Compiles the rules of a structural schema and of the schemas inside it.
     *
     * @throws IllegalArgumentException where one does not compile; the message says which and why
     */
    SchemaRules rules(JsonObject schema);

    /**
     * Compiles an expression that makes a value of {@code self}. What it takes out of {@code self} as a whole stays as it
     * is, with what the schema does not declare, which the expression cannot see.
     *
     * @param schema a structural schema of what {@code self} is
     * @throws IllegalArgumentException where it does not compile, or makes what has no JSON; the message says why
     */
    ValueExpression value(JsonObject schema, String expression);
}
