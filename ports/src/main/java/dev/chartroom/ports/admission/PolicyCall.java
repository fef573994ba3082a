package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.admission.PolicyBinding;
import dev.chartroom.domain.json.JsonObject;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One policy that is about a request, by one of its bindings. */
sealed interface PolicyCall<P> {

    /**
     * @param seen the request as the policy has to see it
     * @param params for each of which the policy is asked once; one that is null where it has none
     */
    record Ask<P>(P policy, PolicyBinding binding, AdmissionAttributes seen, List<@Nullable JsonObject> params)
            implements PolicyCall<P> {
        public Ask {
            params = Collections.unmodifiableList(params);
        }
    }

    /**
     * It cannot be asked, and says that the request must not pass then.
     *
     * @param binding null where it is the policy that is wrong
     */
    record Broken<P>(P policy, @Nullable PolicyBinding binding, String message) implements PolicyCall<P> {}
}
