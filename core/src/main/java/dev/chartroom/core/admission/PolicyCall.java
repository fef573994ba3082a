package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.PolicyBinding;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The evaluation of a policy for a request, caused by one of the policy's bindings. */
sealed interface PolicyCall<P> {

    /**
     * @param matched the request in the version that the policy matches
     * @param params the parameter objects; the policy is evaluated once for each of them. If the policy has no
     *     parameters, the list contains a single null
     */
    record Evaluation<P>(
            P policy, PolicyBinding binding, AdmissionAttributes matched, List<@Nullable JsonObject> params)
            implements PolicyCall<P> {
        public Evaluation {
            params = Collections.unmodifiableList(params);
        }
    }

    /**
     * The policy cannot be evaluated, and its failure policy rejects the request.
     *
     * @param binding the binding that cannot be evaluated; null if the policy itself is invalid
     */
    record Broken<P>(P policy, @Nullable PolicyBinding binding, String message) implements PolicyCall<P> {}
}
