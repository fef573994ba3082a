package dev.chartroom.adapters.cel.admission;

import dev.chartroom.domain.admission.AdmissionExpressions;
import java.util.List;

/** Compiles the CEL expressions of admission. Their evaluation has the same results as in kube-apiserver 1.36. */
public final class CelAdmissionExpressions implements AdmissionExpressions {
    @Override
    public Scope scope(List<Variable> variables) {
        return new PolicyScope(variables);
    }
}
