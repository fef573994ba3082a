package dev.chartroom.adapters.http.openapi;

/**
 * A parameter of a path or of an operation.
 *
 * @param type string, boolean or integer
 */
record Parameter(String name, Location in, String type, String description) {

    /** The place of a parameter in a request. A path parameter is always required, and a query parameter never is. */
    enum Location {
        PATH,
        QUERY
    }

    static Parameter path(String name, String description) {
        return new Parameter(name, Location.PATH, "string", description);
    }

    static Parameter query(String name, String type, String description) {
        return new Parameter(name, Location.QUERY, type, description);
    }
}
