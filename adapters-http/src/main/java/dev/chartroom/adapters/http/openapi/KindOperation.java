package dev.chartroom.adapters.http.openapi;

import dev.chartroom.domain.builtin.BuiltInKinds;
import dev.chartroom.domain.kind.ApplicationKind;

/** Every operation on the objects of a kind. */
enum KindOperation {
    LIST_ALL(Action.LIST, "", "", "ForAllNamespaces"),
    LIST(Action.LIST, "", "Namespaced", ""),
    CREATE(Action.CREATE, "", "Namespaced", ""),
    DELETE_COLLECTION(Action.DELETE_COLLECTION, "Collection", "Namespaced", ""),
    READ(Action.READ, "", "Namespaced", ""),
    REPLACE(Action.REPLACE, "", "Namespaced", ""),
    PATCH(Action.PATCH, "", "Namespaced", ""),
    DELETE(Action.DELETE, "", "Namespaced", ""),
    READ_STATUS(Action.READ, "", "Namespaced", "Status"),
    REPLACE_STATUS(Action.REPLACE, "", "Namespaced", "Status"),
    PATCH_STATUS(Action.PATCH, "", "Namespaced", "Status");

    private static final String OF_STATUS = "Status";

    private final Action action;
    private final String before;
    private final String scope;
    private final String after;

    KindOperation(Action action, String before, String scope, String after) {
        this.action = action;
        this.before = before;
        this.scope = scope;
        this.after = after;
    }

    Action action() {
        return action;
    }

    /** Returns whether a kind has the operation. */
    boolean isOf(ApplicationKind kind) {
        return after.equals(OF_STATUS)
                ? BuiltInKinds.haveStatus(kind)
                : kind.verbs().contains(action.resourceVerb());
    }

    /** Returns the end of the operation id. */
    String subject(ApplicationKind kind) {
        String namespaced = switch (kind.scope()) {
            case NAMESPACED -> scope;
            case CLUSTER -> "";
        };
        return before + namespaced + kind.names().kind() + after;
    }
}
