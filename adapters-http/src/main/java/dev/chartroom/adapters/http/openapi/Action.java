package dev.chartroom.adapters.http.openapi;

/** What an operation does to Applications, in the three vocabularies that name it. */
enum Action {
    LIST("get", "list", "list"),
    CREATE("post", "post", "create"),
    DELETE_COLLECTION("delete", "deletecollection", "delete"),
    READ("get", "get", "read"),
    REPLACE("put", "put", "replace"),
    PATCH("patch", "patch", "patch"),
    DELETE("delete", "delete", "delete");

    private final String method;
    private final String extension;
    private final String verb;

    Action(String method, String extension, String verb) {
        this.method = method;
        this.extension = extension;
        this.verb = verb;
    }

    /** The HTTP method, in lower case: the member of a path item. */
    String method() {
        return method;
    }

    /** The value of {@code x-kubernetes-action}. */
    String extension() {
        return extension;
    }

    /** What the operation id begins with. */
    String verb() {
        return verb;
    }
}
