/**
 * Expressions of admission: policies, their variables, and match conditions, as kube-apiserver evaluates them. Knows the
 * domain's port and its JSON; what expressions can do in general is in the packages beside this one.
 */
@NullMarked
package dev.chartroom.adapters.cel.admission;

import org.jspecify.annotations.NullMarked;
