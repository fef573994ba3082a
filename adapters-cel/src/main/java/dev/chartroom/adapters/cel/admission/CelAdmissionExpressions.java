package dev.chartroom.adapters.cel.admission;

import dev.chartroom.domain.admission.AdmissionExpressions;
import java.util.List;

/** Expressions of admission in CEL, as kube-apiserver 1.36 evaluates them. */
public final class CelAdmissionExpressions implements AdmissionExpressions {
    @Override
    public Scope scope(List<Variable> variables) {
        return new PolicyScope(variables);
    }
}
