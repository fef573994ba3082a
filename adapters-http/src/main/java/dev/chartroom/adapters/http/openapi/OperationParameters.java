package dev.chartroom.adapters.http.openapi;

import java.util.List;

/**
 * The parameters of each operation (wire contract B13). Clients learn from this list which parameters they can send.
 */
final class OperationParameters {
    static final Parameter NAMESPACE = Parameter.path("namespace", "The namespace that the objects live in.");
    static final Parameter NAME = Parameter.path("name", "The name of the object.");

    private static final Parameter PRETTY =
            text("pretty", "\"true\" to indent the response. This is the default for browsers, curl and wget.");
    private static final Parameter DRY_RUN =
            text("dryRun", "\"All\" to do everything but store the result. Nothing else is valid.");
    private static final Parameter FIELD_MANAGER = text(
            "fieldManager",
            "The name of the client that makes this change, in at most 128 printable characters. Required for apply patches.");
    private static final Parameter FIELD_VALIDATION = text(
            "fieldValidation",
            "How to handle a body with unknown or duplicate fields: \"Ignore\" drops them, \"Warn\" (the default)"
                    + " drops them with a warning, \"Strict\" rejects the request.");
    private static final Parameter FORCE =
            flag("force", "Whether an apply patch takes over fields that others own. For apply patches only.");
    private static final Parameter FIELD_SELECTOR =
            text("fieldSelector", "Only objects with these fields, such as metadata.name=a.");
    private static final Parameter LABEL_SELECTOR =
            text("labelSelector", "Only objects with these labels, such as app=a,tier!=b.");
    private static final Parameter LIMIT =
            number("limit", "How many objects to return at most; metadata.continue then says where the rest begins.");
    private static final Parameter CONTINUE = text(
            "continue",
            "Where to continue: metadata.continue of the previous page. All other parameters must be the same.");
    private static final Parameter RESOURCE_VERSION = text(
            "resourceVersion",
            "How recent the answer must be: unset for the latest state, \"0\" for any, otherwise not older than this. A"
                    + " watch sends the changes after this version.");
    private static final Parameter RESOURCE_VERSION_MATCH =
            text("resourceVersionMatch", "How resourceVersion applies to a list: \"Exact\" or \"NotOlderThan\".");
    private static final Parameter TIMEOUT_SECONDS =
            number("timeoutSeconds", "The number of seconds after which the request ends, even if it is still active.");
    private static final Parameter WATCH =
            flag("watch", "Whether to watch for changes, as a stream of events, instead of getting a list.");
    private static final Parameter ALLOW_WATCH_BOOKMARKS = flag(
            "allowWatchBookmarks", "Whether a watch may send BOOKMARK events, which contain a newer resourceVersion.");
    private static final Parameter SEND_INITIAL_EVENTS = flag(
            "sendInitialEvents",
            "Whether a watch begins with the objects that exist and marks their end with a BOOKMARK event. Needs"
                    + " resourceVersionMatch=NotOlderThan.");
    private static final Parameter GRACE_PERIOD_SECONDS =
            number("gracePeriodSeconds", "How many seconds the object is given to end; 0 deletes it at once.");
    private static final Parameter ORPHAN_DEPENDENTS =
            flag("orphanDependents", "Deprecated in favour of propagationPolicy: true leaves dependents behind.");
    private static final Parameter PROPAGATION_POLICY = text(
            "propagationPolicy",
            "What becomes of dependents: \"Orphan\" leaves them, \"Background\" has them deleted afterwards,"
                    + " \"Foreground\" has them deleted first.");

    private OperationParameters() {}

    /** Returns the query parameters of an operation. */
    static List<Parameter> of(Action action) {
        return switch (action) {
            case LIST ->
                List.of(
                        ALLOW_WATCH_BOOKMARKS,
                        CONTINUE,
                        FIELD_SELECTOR,
                        LABEL_SELECTOR,
                        LIMIT,
                        RESOURCE_VERSION,
                        RESOURCE_VERSION_MATCH,
                        SEND_INITIAL_EVENTS,
                        TIMEOUT_SECONDS,
                        WATCH,
                        PRETTY);
            case DELETE_COLLECTION ->
                List.of(
                        CONTINUE,
                        DRY_RUN,
                        FIELD_SELECTOR,
                        GRACE_PERIOD_SECONDS,
                        LABEL_SELECTOR,
                        LIMIT,
                        ORPHAN_DEPENDENTS,
                        PROPAGATION_POLICY,
                        RESOURCE_VERSION,
                        RESOURCE_VERSION_MATCH,
                        TIMEOUT_SECONDS,
                        PRETTY);
            case READ -> List.of(RESOURCE_VERSION, PRETTY);
            case CREATE, REPLACE -> List.of(DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION, PRETTY);
            case PATCH -> List.of(DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION, FORCE, PRETTY);
            case DELETE -> List.of(DRY_RUN, GRACE_PERIOD_SECONDS, ORPHAN_DEPENDENTS, PROPAGATION_POLICY, PRETTY);
        };
    }

    /** Returns the query parameters of the subresource log: those of pods, and which pods and prefixes. */
    static List<Parameter> ofLog() {
        return List.of(
                text("container", "Only the containers with this name. The default is all except init containers."),
                flag("follow", "Whether the log goes on with new lines, for an hour at most."),
                text("pod", "Only the pod with this name. The default is all pods of the release."),
                flag("prefix", "Whether each line begins with its pod and container. This is the default."),
                flag("previous", "Whether to show the instances of the containers before their last restart."),
                number("sinceSeconds", "The greatest age of a line in seconds."),
                number("tailLines", "The number of lines from the end of the log of each container."),
                flag("timestamps", "Whether each line begins with its time."));
    }

    private static Parameter text(String name, String description) {
        return Parameter.query(name, "string", description);
    }

    private static Parameter flag(String name, String description) {
        return Parameter.query(name, "boolean", description);
    }

    private static Parameter number(String name, String description) {
        return Parameter.query(name, "integer", description);
    }
}
