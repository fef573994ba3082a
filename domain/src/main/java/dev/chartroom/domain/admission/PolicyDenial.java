package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusCause;
import dev.chartroom.apimachinery.status.StatusReason;
import java.util.List;
import java.util.stream.Stream;

/**
 * A rejection of a request by a policy, or because a policy cannot be evaluated.
 *
 * @param binding the name of the binding; empty if the policy itself is invalid
 * @param reason the reason; empty if the policy gives none
 */
public record PolicyDenial(String policy, String binding, String message, String reason) {

    /** Returns the error of a request that a ValidatingAdmissionPolicy rejects. */
    public ApiException ofValidation(AdmissionAttributes attributes) {
        String denied = "ValidatingAdmissionPolicy '" + policy + "'"
                + (binding.isEmpty() ? "" : " with binding '" + binding + "'") + " denied request: " + message;
        String given = reason.isEmpty() ? StatusReason.INVALID.wireName() : reason;
        return new ApiException(new ApiError.Denied(
                Stream.of(StatusReason.FORBIDDEN, StatusReason.UNAUTHORIZED, StatusReason.REQUEST_ENTITY_TOO_LARGE)
                        .filter(known -> known.wireName().equals(given))
                        .findFirst()
                        .orElse(StatusReason.INVALID)
                        .code(),
                given,
                attributes.forbiddenMessage(denied),
                attributes.details(List.of(new StatusCause("", denied, "")))));
    }

    /**
     * Returns the error of a request that MutatingAdmissionPolicies reject. Its message is that of the first denial;
     * its causes are those of all denials.
     */
    public static ApiException ofMutation(AdmissionAttributes attributes, List<PolicyDenial> denials) {
        PolicyDenial first = denials.getFirst();
        return new ApiException(new ApiError.Denied(
                StatusReason.FORBIDDEN.code(),
                first.reason.isEmpty() ? StatusReason.FORBIDDEN.wireName() : first.reason,
                first.ofMutation(),
                attributes.details(denials.stream()
                        .map(denial -> new StatusCause("", denial.ofMutation(), ""))
                        .toList())));
    }

    private String ofMutation() {
        return (binding.isEmpty()
                        ? "policy " + GoText.quote(policy)
                        : "policy '" + policy + "' with binding '" + binding + "'")
                + " denied request: " + message;
    }
}
