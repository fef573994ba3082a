package dev.chartroom.ports.storage;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;

/** What stores that count their resource versions themselves make of those that clients name. */
public final class ResourceVersions {
    private ResourceVersions() {}

    /**
     * The number that a resource version is.
     *
     * @throws ApiException BadRequest where it is none, or less than zero
     */
    public static long number(String resourceVersion) {
        try {
            long number = Long.parseLong(resourceVersion);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Refused like a negative one.
        }
        throw ApiException.badRequest("invalid resource version \"" + resourceVersion + "\"");
    }

    /** What a list of a state says that is forgotten (wire contract D10). */
    public static ApiException listExpired() {
        return new ApiException(ApiError.expired("The resourceVersion for the provided list is too old."));
    }

    /** What a watch says whose start is forgotten (wire contract D42). */
    public static ApiException watchExpired(long start, long forgotten) {
        return new ApiException(ApiError.expired("too old resource version: " + start + " (" + forgotten + ")"));
    }
}
