package dev.chartroom.e2e.access;

import dev.chartroom.apimachinery.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An action of a client on objects of two kinds with the same names in two namespaces. No action changes anything.
 *
 * @param subresource empty for the object itself
 * @param query including the question mark
 * @param verbs all verbs that the action requires
 */
record AccessAction(
        String method,
        String namespace,
        String resource,
        String subresource,
        String name,
        String query,
        List<String> verbs) {
    static final List<String> NAMESPACES = List.of("access-a", "access-b");
    static final List<String> RESOURCES = List.of("redises", "postgreses");
    static final List<String> NAMES = List.of("one", "two");
    static final String ABSENT = "absent";

    private static final String ROOT = "/apis/apps.example.com/v1alpha1";
    private static final String DRY_RUN = "?dryRun=All";
    private static final String WATCH = "?watch=1&timeoutSeconds=1";
    private static final Pattern SELECTED = Pattern.compile("fieldSelector=metadata\\.name=([a-z]+)");

    static List<AccessAction> all() {
        List<AccessAction> actions = new ArrayList<>();
        for (String resource : RESOURCES) {
            addReadsOfMany(actions, "", resource);
            for (String namespace : NAMESPACES) {
                addReadsOfMany(actions, namespace, resource);
                actions.add(new AccessAction("POST", namespace, resource, "", "", DRY_RUN, List.of("create")));
                actions.add(
                        new AccessAction("DELETE", namespace, resource, "", "", DRY_RUN, List.of("deletecollection")));
                for (String name : NAMES) {
                    addAllOfOne(actions, namespace, resource, name);
                }
                actions.add(new AccessAction("GET", namespace, resource, "", ABSENT, "", List.of("get")));
                // A server-side apply of an absent object creates it.
                actions.add(new AccessAction(
                        "PATCH",
                        namespace,
                        resource,
                        "",
                        ABSENT,
                        DRY_RUN + "&fieldManager=test",
                        List.of("patch", "create")));
            }
        }
        return actions;
    }

    private static void addReadsOfMany(List<AccessAction> actions, String namespace, String resource) {
        actions.add(new AccessAction("GET", namespace, resource, "", "", "", List.of("list")));
        actions.add(new AccessAction("GET", namespace, resource, "", "", "?resourceVersion=0", List.of("list")));
        actions.add(new AccessAction("GET", namespace, resource, "", "", WATCH, List.of("watch")));
        for (String name : NAMES) {
            String selector = "fieldSelector=metadata.name=" + name;
            actions.add(new AccessAction("GET", namespace, resource, "", "", "?" + selector, List.of("list")));
            actions.add(new AccessAction(
                    "GET", namespace, resource, "", "", "?resourceVersion=0&" + selector, List.of("list")));
            actions.add(new AccessAction("GET", namespace, resource, "", "", WATCH + "&" + selector, List.of("watch")));
        }
    }

    private static void addAllOfOne(List<AccessAction> actions, String namespace, String resource, String name) {
        actions.add(new AccessAction("DELETE", namespace, resource, "", name, DRY_RUN, List.of("delete")));
        for (String subresource : List.of("", "status")) {
            actions.add(new AccessAction("GET", namespace, resource, subresource, name, "", List.of("get")));
            actions.add(new AccessAction(
                    "GET", namespace, resource, subresource, name, "?resourceVersion=0", List.of("get")));
            actions.add(new AccessAction("PUT", namespace, resource, subresource, name, DRY_RUN, List.of("update")));
            actions.add(new AccessAction("PATCH", namespace, resource, subresource, name, DRY_RUN, List.of("patch")));
        }
    }

    String path() {
        return objectPath() + (subresource.isEmpty() ? "" : "/" + subresource) + query;
    }

    /** Returns the path of the object, or of the objects in the namespace. */
    String objectPath() {
        return ROOT
                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
                + "/" + resource
                + (name.isEmpty() ? "" : "/" + name);
    }

    /** Returns the name that RBAC can restrict the action to: the name in the path, or the only selected name. */
    String onlyName() {
        Matcher selected = SELECTED.matcher(query);
        return selected.find() ? selected.group(1) : name;
    }

    /** Returns the only status code that an allowed action may return. */
    int successCode() {
        if (verbs.contains("create")) {
            return 201;
        }
        return name.equals(ABSENT) ? 404 : 200;
    }

    String contentType() {
        if (isApply()) {
            return "application/apply-patch+yaml";
        }
        return method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    }

    /** @param stored the object as a GET returns it; empty if it does not exist */
    String body(String stored) {
        return switch (method) {
            case "POST" -> object(resource, namespace, "new");
            case "PUT" -> stored;
            case "PATCH" ->
                isApply() ? object(resource, namespace, name) : "{\"metadata\": {\"labels\": {\"a\": \"b\"}}}";
            default -> "";
        };
    }

    private boolean isApply() {
        return query.contains("fieldManager");
    }

    String kind() {
        return kind(resource);
    }

    static String kind(String resource) {
        return resource.equals("redises") ? "Redis" : "Postgres";
    }

    static String object(String resource, String namespace, String name) {
        return "{\"apiVersion\": \"apps.example.com/v1alpha1\", \"kind\": " + new JsonString(kind(resource))
                + ", \"metadata\": {\"name\": \"" + name + "\", \"namespace\": \"" + namespace + "\"}, \"spec\": {}}";
    }
}
