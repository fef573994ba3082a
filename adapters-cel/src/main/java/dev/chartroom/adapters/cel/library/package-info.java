/**
 * The functions that expressions may call: CEL's standard functions, its extensions, and Kubernetes' libraries. Each
 * function has a declaration for the type checker, a cost and an implementation. Depends on values, but on neither
 * schemas nor evaluation.
 */
@NullMarked
package dev.chartroom.adapters.cel.library;

import org.jspecify.annotations.NullMarked;
