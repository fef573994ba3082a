package dev.chartroom.adapters.http.openapi;

/** The action of an operation on Applications, in the three vocabularies that name it. */
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

    /** Returns the HTTP method in lower case: the member of a path item. */
    String method() {
        return method;
    }

    /** Returns the value of {@code x-kubernetes-action}. */
    String extension() {
        return extension;
    }

    /** Returns the verb in discovery and in rights. */
    String resourceVerb() {
        return switch (this) {
            case LIST -> "list";
            case CREATE -> "create";
            case DELETE_COLLECTION -> "deletecollection";
            case READ -> "get";
            case REPLACE -> "update";
            case PATCH -> "patch";
            case DELETE -> "delete";
        };
    }

    /** Returns the start of the operation id. */
    String verb() {
        return verb;
    }
}
