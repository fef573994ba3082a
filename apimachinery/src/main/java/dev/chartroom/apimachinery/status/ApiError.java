package dev.chartroom.apimachinery.status;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupKind;
import dev.chartroom.apimachinery.meta.GroupResource;
import java.util.ArrayList;
import java.util.List;

/**
 * Every way in which a request can fail. An error with structured details has its own record; all other errors are
 * {@link Plain}.
 */
public sealed interface ApiError {

    /** The object does not exist: D2. */
    record NotFound(GroupResource resource, String name) implements ApiError {}

    /**
     * An object with this name already exists: D6, D7.
     *
     * @param terminating whether the existing object is being deleted
     * @param generated whether the object to be created has a {@code generateName}
     */
    record AlreadyExists(GroupResource resource, String name, boolean terminating, boolean generated)
            implements ApiError {
        public AlreadyExists(GroupResource resource, String name, boolean terminating) {
            this(resource, name, terminating, false);
        }
    }

    /** The object changed, or a precondition does not hold: D8. The message says which. */
    record Conflict(GroupResource resource, String name, String message) implements ApiError {
        public static final String MODIFIED =
                "the object has been modified; please apply your changes to the latest version and try again";
    }

    /** An apply changes fields of other managers: D9. The claims are sorted by manager. */
    record ApplyConflict(List<Claim> claims) implements ApiError {
        public ApplyConflict {
            claims = List.copyOf(claims);
        }

        /**
         * A field that a manager owns.
         *
         * @param manager the name of the manager in messages
         * @param field the path, with the keys of list items and set values, such as {@code .spec.users[name="x"].size}
         */
        public record Claim(String manager, String field) {}

        String message() {
            if (claims.size() == 1) {
                Claim only = claims.getFirst();
                return "Apply failed with 1 conflict: conflict with " + only.manager + ": " + only.field;
            }
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < claims.size(); i++) {
                Claim claim = claims.get(i);
                if (i == 0 || !claim.manager.equals(claims.get(i - 1).manager)) {
                    lines.add("conflicts with " + claim.manager + ":");
                }
                lines.add("- " + claim.field);
            }
            return "Apply failed with " + claims.size() + " conflicts: " + String.join("\n", lines);
        }

        List<StatusCause> causes() {
            return claims.stream()
                    .map(claim ->
                            new StatusCause("FieldManagerConflict", "conflict with " + claim.manager, claim.field))
                    .toList();
        }
    }

    /** The object is invalid: D13. */
    record Invalid(GroupKind kind, String name, List<FieldError> errors) implements ApiError {
        public Invalid {
            errors = List.copyOf(errors);
        }
    }

    /**
     * The requested version is older than the retained history: D10. The token continues the list with the current
     * state; empty if there is no token.
     */
    record Expired(String message, String continueToken) implements ApiError {}

    /**
     * A rejected request, with any reason and message. The {@code name} is the name of the object, or an operation such
     * as {@code list} if the request is not for one object.
     */
    record Refused(
            StatusReason reason,
            GroupResource resource,
            String name,
            String message,
            List<StatusCause> causes,
            int retryAfterSeconds)
            implements ApiError {
        public Refused {
            causes = List.copyOf(causes);
        }
    }

    /** The user is not allowed to make this request: C14. */
    record Forbidden(RequestAttributes attributes, String reason) implements ApiError {}

    /** The resource has no such verb: D4. */
    record MethodNotSupported(GroupResource resource, String verb) implements ApiError {}

    /** An error without details about an object. {@code retryAfterSeconds} is 0 if the client should not retry. */
    record Plain(StatusReason reason, String message, List<StatusCause> causes, int retryAfterSeconds)
            implements ApiError {
        public Plain {
            causes = List.copyOf(causes);
        }
    }

    /**
     * A rejection by admission, in the form that a policy or webhook chose. The server also uses this record for an
     * error for which Kubernetes has no reason.
     *
     * @param code the HTTP status code, at least 400
     * @param reason the reason, not necessarily a reason of Kubernetes; empty for none
     */
    record Denied(int code, String reason, String message, JsonObject details) implements ApiError {}

    static ApiError badRequest(String message) {
        return plain(StatusReason.BAD_REQUEST, message);
    }

    /** D3: no such route or resource. */
    static ApiError unknownResource() {
        return plain(StatusReason.NOT_FOUND, "the server could not find the requested resource");
    }

    /** D4. */
    static ApiError methodNotAllowed() {
        return plain(
                StatusReason.METHOD_NOT_ALLOWED, "the server does not allow this method on the requested resource");
    }

    /** D10: the resource version or continue token is older than the retained history. */
    static ApiError expired(String message) {
        return new Expired(message, "");
    }

    /** D17: {@code operation} is the verb, such as {@code list}. */
    static ApiError serverTimeout(GroupResource resource, String operation) {
        return new Refused(
                StatusReason.SERVER_TIMEOUT,
                resource,
                operation,
                "The " + operation + " operation against " + resource
                        + " could not be completed at this time, please try again.",
                List.of(),
                2);
    }

    /** RFC 6585, section 5: Kubernetes has no reason for this error. */
    static ApiError trailersTooLarge() {
        return new Denied(431, "", "the trailers of the request are too large", JsonObject.EMPTY);
    }

    /** D11. */
    static ApiError tooLarge(long limit) {
        return plain(StatusReason.REQUEST_ENTITY_TOO_LARGE, "Request entity too large: limit is " + limit);
    }

    /** D20. */
    static ApiError requestTimeout() {
        return plain(StatusReason.TIMEOUT, "Timeout: request did not complete within the allotted timeout");
    }

    /** Wire contract I5: the server is at its limit. */
    static ApiError tooManyRequests() {
        return new Plain(StatusReason.TOO_MANY_REQUESTS, "Too many requests, please try again later.", List.of(), 1);
    }

    /** D19: the resource version lies in the future even after a wait. */
    static ApiError resourceVersionTooLarge(String requested, String current) {
        return new Plain(
                StatusReason.TIMEOUT,
                "Timeout: Too large resource version: " + requested + ", current: " + current,
                List.of(new StatusCause("ResourceVersionTooLarge", "Too large resource version", "")),
                1);
    }

    /** D21: a dependency of this server is unavailable. Nothing was changed, so the client may retry. */
    static ApiError unavailable(String message) {
        return new Plain(StatusReason.SERVICE_UNAVAILABLE, message, List.of(), 1);
    }

    /** D18. */
    static ApiError internal(String message) {
        return new Plain(
                StatusReason.INTERNAL_ERROR,
                "Internal error occurred: " + message,
                List.of(new StatusCause("", message, "")),
                0);
    }

    /**
     * D63: an error that upstream returns without a reason, such as the error for an apply that does not fit the
     * schema.
     */
    static ApiError unknown(String message) {
        return plain(StatusReason.UNKNOWN, message);
    }

    static ApiError plain(StatusReason reason, String message) {
        return new Plain(reason, message, List.of(), 0);
    }
}
