/**
 * The expressions inside a schema: RE2 in {@code pattern}, and CEL in {@code x-kubernetes-validations} with the
 * environment that kube-apiserver gives it. Expressions of admission have a package of their own. Parsing and type checking are dev.cel's; what is evaluated, and how, is in
 * the packages below. Knows the domain's schema, and neither stores nor HTTP.
 */
@NullMarked
package dev.chartroom.adapters.cel;

import org.jspecify.annotations.NullMarked;
