/**
 * The rules of {@code x-kubernetes-validations}: which rule applies to which value, and when an old value passes. The
 * language of the rules is behind {@code RuleLanguage}.
 */
@NullMarked
package dev.chartroom.apimachinery.schema.rule;

import org.jspecify.annotations.NullMarked;
