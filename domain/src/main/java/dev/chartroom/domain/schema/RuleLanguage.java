package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonObject;

/**
 * The language of {@code x-kubernetes-validations}, as far as a {@link RuleTree} needs to know it: CEL, implemented
 * outside, because the domain knows the JDK only.
 */
@FunctionalInterface
public interface RuleLanguage {
    /**
     * Declares {@code self} and {@code oldSelf} by the structural schema of the values that rules are about.
     *
     * @throws IllegalArgumentException where values of this schema cannot be seen by rules; the message says why
     */
    Scope scope(JsonObject schema);

    /** Where rules of one place of a schema are compiled. */
    interface Scope {
        /**
         * Compiles an expression that is true or false.
         *
         * @param optionalOldSelf whether {@code oldSelf} is an optional, empty where there is no old value
         * @throws IllegalArgumentException where it does not compile; the message says why
         */
        RuleExpression rule(String expression, boolean optionalOldSelf);

        /**
         * Compiles an expression that is a text.
         *
         * @throws IllegalArgumentException where it does not compile; the message says why
         */
        RuleExpression message(String expression, boolean optionalOldSelf);
    }
}
