package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.json.JsonObject;

/**
 * Who an entry belongs to (wire contract F9).
 *
 * @param apiVersion in which it was written; empty where it was applied, so that an applier keeps its entry in another
 *     version
 */
record ManagerId(String manager, boolean applied, String apiVersion, String subresource)
        implements Comparable<ManagerId> {

    static ManagerId updater(String manager, String apiVersion, String subresource) {
        return new ManagerId(manager, false, apiVersion, subresource);
    }

    static ManagerId applier(String manager, String subresource) {
        return new ManagerId(manager, true, "", subresource);
    }

    String operation() {
        return applied ? "Apply" : "Update";
    }

    /** As conflicts name it. */
    String inWords() {
        return GoFormat.quoted(manager)
                + (subresource.isEmpty() ? "" : " with subresource " + GoFormat.quoted(subresource))
                + (applied ? "" : " using " + apiVersion);
    }

    /** By the JSON text that upstream identifies managers by: it decides what comes first in messages. */
    @Override
    public int compareTo(ManagerId other) {
        return ValueOrder.compare(text(), other.text());
    }

    private String text() {
        StringBuilder text = new StringBuilder("{");
        JsonObject.builder()
                .putIfPresent("manager", manager)
                .put("operation", operation())
                .putIfPresent("apiVersion", apiVersion)
                .putIfPresent("subresource", subresource)
                .build()
                .members()
                .forEach((name, value) -> text.append(text.length() > 1 ? ",\"" : "\"")
                        .append(name)
                        .append("\":")
                        .append(GoJson.print(value)));
        return text.append('}').toString();
    }
}
