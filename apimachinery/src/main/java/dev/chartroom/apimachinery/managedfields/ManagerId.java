package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonString;

/**
 * The manager of an entry (wire contract F9).
 *
 * @param apiVersion the version of an update; empty for an apply, so that an applier keeps its entry when it applies in
 *     another version
 * @param text the JSON by which upstream identifies managers; it defines the order of managers in messages
 */
record ManagerId(String manager, boolean applied, String apiVersion, String subresource, String text)
        implements Comparable<ManagerId> {

    static ManagerId updater(String manager, String apiVersion, String subresource) {
        return of(manager, false, apiVersion, subresource);
    }

    static ManagerId applier(String manager, String subresource) {
        return of(manager, true, "", subresource);
    }

    private static ManagerId of(String manager, boolean applied, String apiVersion, String subresource) {
        StringBuilder text = new StringBuilder("{");
        member(text, "manager", manager);
        member(text, "operation", operation(applied));
        member(text, "apiVersion", apiVersion);
        member(text, "subresource", subresource);
        return new ManagerId(
                manager, applied, apiVersion, subresource, text.append('}').toString());
    }

    private static void member(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append(text.length() > 1 ? ",\"" : "\"")
                    .append(name)
                    .append("\":")
                    .append(GoText.json(new JsonString(value)));
        }
    }

    String operation() {
        return operation(applied);
    }

    private static String operation(boolean applied) {
        return applied ? "Apply" : "Update";
    }

    /** Returns the manager as conflict messages name it. */
    String inWords() {
        return GoText.quote(manager)
                + (subresource.isEmpty() ? "" : " with subresource " + GoText.quote(subresource))
                + (applied ? "" : " using " + apiVersion);
    }

    @Override
    public int compareTo(ManagerId other) {
        return GoText.ORDER.compare(text, other.text);
    }
}
