/**
 * Expressions of admission as kube-apiserver evaluates them: policies, their variables, and match conditions. Depends
 * on the domain's port and on its JSON values. The packages beside this one implement CEL itself.
 */
@NullMarked
package dev.chartroom.adapters.cel.admission;

import org.jspecify.annotations.NullMarked;
