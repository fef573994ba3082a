/**
 * The expressions of a schema: RE2 in {@code pattern}, and CEL in {@code x-kubernetes-validations} with
 * kube-apiserver's environment. Expressions of admission have their own package. dev.cel parses and type-checks
 * expressions; the subpackages evaluate them. Depends on the domain's schema, but on neither stores nor HTTP.
 */
@NullMarked
package dev.chartroom.adapters.cel;

import org.jspecify.annotations.NullMarked;
