/**
 * The rules of {@code x-kubernetes-validations}: which rule applies to which value, and when an invalid value is
 * accepted because it is unchanged. An adapter implements the language of the rules as a {@code RuleLanguage}.
 */
@NullMarked
package dev.chartroom.apimachinery.schema.rule;

import org.jspecify.annotations.NullMarked;
