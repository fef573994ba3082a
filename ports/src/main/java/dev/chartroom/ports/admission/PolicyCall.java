package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.PolicyBinding;
import dev.chartroom.domain.json.JsonObject;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The evaluation of one policy for a request, by one of its bindings. */
sealed interface PolicyCall<P> {

    /**
     * @param seen the request in the version that the policy matches
     * @param params the policy is evaluated once per element; a single null if it has no parameters
     */
    record Ask<P>(P policy, PolicyBinding binding, AdmissionAttributes seen, List<@Nullable JsonObject> params)
            implements PolicyCall<P> {
        public Ask {
            params = Collections.unmodifiableList(params);
        }
    }

    /**
     * The policy cannot be evaluated, and its failure policy rejects the request.
     *
     * @param binding null if the policy itself is invalid
     */
    record Broken<P>(P policy, @Nullable PolicyBinding binding, String message) implements PolicyCall<P> {}
}
