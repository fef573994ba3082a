package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;

/**
 * Helps stores that assign resource versions themselves. Reads the resource versions of requests, and creates the
 * errors about them.
 */
public final class ResourceVersions {
    private ResourceVersions() {}

    /**
     * Returns the version that a client requests.
     *
     * @param resourceVersion the text as the client sent it; empty if the client requests no version
     * @return {@link ResourceVersion#ZERO} if the text is empty
     * @throws ApiException BadRequest if the text is malformed
     */
    public static ResourceVersion requested(String resourceVersion) {
        return resourceVersion.isEmpty()
                ? ResourceVersion.ZERO
                : ResourceVersion.parse(resourceVersion)
                        .orElseThrow(
                                () -> ApiException.badRequest("invalid resource version \"" + resourceVersion + "\""));
    }

    /** Returns the error for a list whose state has expired (wire contract D10). */
    public static ApiException listExpired() {
        return new ApiException(ApiError.expired("The resourceVersion for the provided list is too old."));
    }

    /** Returns the error for a watch whose start has expired (wire contract D42). */
    public static ApiException watchExpired(ResourceVersion start, ResourceVersion forgotten) {
        return new ApiException(ApiError.expired("too old resource version: " + start + " (" + forgotten + ")"));
    }
}
