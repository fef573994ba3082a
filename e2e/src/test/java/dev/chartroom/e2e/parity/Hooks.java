package dev.chartroom.e2e.parity;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.document.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Policies, webhooks and the objects that they need in a cluster. Closing it deletes them. */
record Hooks(Side side, List<String> created) implements AutoCloseable {
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";

    static Hooks install(Side side, List<JsonObject> objects) {
        Hooks hooks = new Hooks(side, new ArrayList<>());
        hooks.create(RBAC + "clusterroles", Yaml.parsed("""
            metadata: {name: parity-params}
            rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, list, watch]}]
            """));
        hooks.create(RBAC + "clusterrolebindings", Yaml.parsed("""
            metadata: {name: parity-params}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: parity-params}
            subjects: [{kind: ServiceAccount, name: chartroom, namespace: chartroom-system}]
            """));
        hooks.create("/api/v1/namespaces/default/configmaps", Yaml.parsed("""
            metadata: {name: parity-limits, labels: {parity: limits}}
            data: {most: "5"}
            """));
        // A namespace that stays terminating.
        hooks.create("/api/v1/namespaces", Yaml.parsed("""
            metadata: {name: parity-going}
            spec: {finalizers: [example.com/parity]}
            """));
        side.send("DELETE", "/api/v1/namespaces/parity-going", null);
        List<String> refused = new ArrayList<>();
        for (JsonObject object : objects) {
            try {
                hooks.create(HookFiles.resource(object), object);
            } catch (IllegalStateException e) {
                refused.add(String.valueOf(e.getMessage()));
            }
        }
        if (!refused.isEmpty()) {
            throw new IllegalStateException(String.join("\n", refused));
        }
        return hooks;
    }

    private void create(String path, JsonObject object) {
        String name = object.objectOrEmpty("metadata").stringOrEmpty("name");
        JsonObject answer = side.send("POST", path, object);
        if (!Set.of("201", "409").contains(String.valueOf(answer.get("code")))) {
            throw new IllegalStateException("POST " + path + " " + name + ": " + answer);
        }
        created.add(path + "/" + name);
    }

    @Override
    public void close() {
        created.reversed().forEach(path -> side.send("DELETE", path, null));
        JsonObject namespace = Yaml.parsed("""
            apiVersion: v1
            kind: Namespace
            metadata: {name: parity-going}
            spec: {}
            """);
        side.send("PUT", "/api/v1/namespaces/parity-going/finalize", namespace);
    }
}
