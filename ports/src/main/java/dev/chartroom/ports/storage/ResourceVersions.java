package dev.chartroom.ports.storage;

import dev.chartroom.domain.status.ApiException;

/** Resource versions as numbers. */
public final class ResourceVersions {
    private ResourceVersions() {}

    /**
     * Reads what a client gave.
     *
     * @throws ApiException BadRequest for what is no number, or a negative one
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
}
