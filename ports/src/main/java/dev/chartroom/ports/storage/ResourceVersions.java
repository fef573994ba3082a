package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;

/** Parsing and errors of resource versions, for stores that assign their own. */
public final class ResourceVersions {
    private ResourceVersions() {}

    /**
     * Returns the number in a resource version.
     *
     * @throws ApiException BadRequest if the text is no number, or the number is less than zero
     */
    public static long number(String resourceVersion) {
        try {
            long number = Long.parseLong(resourceVersion);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // A text that is no number is rejected like a negative number.
        }
        throw ApiException.badRequest("invalid resource version \"" + resourceVersion + "\"");
    }

    /** Returns the error of a list whose state is forgotten (wire contract D10). */
    public static ApiException listExpired() {
        return new ApiException(ApiError.expired("The resourceVersion for the provided list is too old."));
    }

    /** Returns the error of a watch whose start is forgotten (wire contract D42). */
    public static ApiException watchExpired(long start, long forgotten) {
        return new ApiException(ApiError.expired("too old resource version: " + start + " (" + forgotten + ")"));
    }
}
