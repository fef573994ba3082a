package dev.chartroom.e2e.hostile;

import java.util.Map;

/**
 * A hostile request.
 *
 * @param code the status code if the server processes the request
 * @param path relative to the namespace's objects, such as {@code /name} or {@code ?dryRun=All}
 * @param body empty for none
 */
public record HostileRequest(
        String name, int code, String method, String path, String body, Map<String, String> headers) {
    private static final String CONTENT_TYPE = "Content-Type";

    static HostileRequest post(String name, int code, String type, String body) {
        return new HostileRequest(name, code, "POST", "?dryRun=All", body, Map.of(CONTENT_TYPE, type));
    }

    /** Returns a patch of an existing object. */
    static HostileRequest patch(String name, int code, String type, String body) {
        return new HostileRequest(
                name,
                code,
                "PATCH",
                "/" + HostileRequests.EXISTING + "?dryRun=All&fieldManager=test",
                body,
                Map.of(CONTENT_TYPE, type));
    }

    static HostileRequest get(String name, int code, String path, Map<String, String> headers) {
        return new HostileRequest(name, code, "GET", path, "", headers);
    }

    @Override
    public String toString() {
        return name;
    }
}
