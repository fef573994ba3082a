package dev.chartroom.apimachinery.schema.rule;

import dev.chartroom.apimachinery.json.JsonObject;

/**
 * Compiles {@code x-kubernetes-validations} (CEL) for a {@link RuleTree}. An adapter implements it, because the domain
 * depends on the JDK only.
 */
@FunctionalInterface
public interface RuleLanguage {
    /**
     * Declares {@code self} and {@code oldSelf} with the structural schema of the values that the rules check.
     *
     * @throws IllegalArgumentException if rules cannot access values of this schema; the message says why
     */
    Scope scope(JsonObject schema);

    /** Compiles the rules of one place in a schema. */
    interface Scope {
        /**
         * Compiles an expression of type bool.
         *
         * @param optionalOldSelf whether {@code oldSelf} is an optional value, which is empty if there is no old value
         * @throws IllegalArgumentException if the expression does not compile; the message says why
         */
        RuleExpression rule(String expression, boolean optionalOldSelf);

        /**
         * Compiles an expression of type string.
         *
         * @throws IllegalArgumentException if the expression does not compile; the message says why
         */
        RuleExpression message(String expression, boolean optionalOldSelf);
    }
}
