package dev.chartroom.adapters.cel.admission;

import dev.chartroom.domain.admission.AdmissionExpressions;
import java.util.List;

/** Compiles the CEL expressions of admission, which are evaluated as kube-apiserver 1.36 does. */
public final class CelAdmissionExpressions implements AdmissionExpressions {
    @Override
    public Scope scope(List<Variable> variables) {
        return new PolicyScope(variables);
    }
}
