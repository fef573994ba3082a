package dev.chartroom.e2e.access;

import java.util.List;

/** Attempts of a tenant to change a release through its object, as members of the object. */
public final class TenantAttempts {
    private TenantAttempts() {}

    /** @param owner the uid of an object that the tenant owns */
    public static List<String> of(String owner) {
        return List.of(
                // Fields of a HelmRelease's spec, which are values inside the object's spec.
                """
            {"spec": {"chart": {"spec": {"chart": "evil"}}, "chartRef": {"kind": "OCIRepository", "name": "evil"},
             "targetNamespace": "kube-system", "storageNamespace": "kube-system", "releaseName": "evil",
             "serviceAccountName": "root", "valuesFrom": [{"kind": "Secret", "name": "of-others"}],
             "postRenderers": [{"kustomize": {"patches": [{"patch": "evil"}]}}], "suspend": true,
             "kubeConfig": {"secretRef": {"name": "of-others"}}, "values": {"_platform": "mine"},
             "dependsOn": [], "interval": "1s", "install": {"timeout": "1s"}}}
            """,
                // The same fields outside of the spec.
                """
            {"chart": {"spec": {"chart": "evil"}}, "chartRef": {"kind": "OCIRepository", "name": "evil"},
             "targetNamespace": "kube-system", "serviceAccountName": "root", "values": {"_platform": "mine"},
             "valuesFrom": [{"kind": "Secret", "name": "of-others"}], "postRenderers": [], "suspend": true}
            """,
                "{\"spec\": {\"_platform\": {\"secret\": \"mine\"}}}",
                "{\"spec\": {\"_platform\": null}}",
                "{\"spec\": {\"_new\": 1, \"size\": 2}}",
                "{\"spec\": null}",
                "{\"spec\": [\"_platform\"]}",
                // Identity labels, and the labels of Flux and of the platform.
                """
            {"metadata": {"labels": {"bounds.example.com/application.kind": "RedisCluster",
             "bounds.example.com/application.group": "bounds.example.org",
             "bounds.example.com/application.name": "other", "sharding.fluxcd.io/key": "mine",
             "platform.example.com/tier": "mine"}}}
            """,
                "{\"metadata\": {\"labels\": null, \"annotations\": null}}",
                """
            {"metadata": {"annotations": {"bounds.example.com/application.finalizers":
              "[\\"platform.example.com/keep\\"]", "bounds.example.com/application.owners": "[]",
             "bounds.example.com/application.managed-fields": "[]", "platform.example.com/note": "mine"}}}
            """,
                // Requests to Flux, and the same requests with the prefix that they have on releases of old versions.
                "{\"metadata\": {\"annotations\": {\"reconcile.fluxcd.io/requestedAt\": \"now\","
                        + " \"reconcile.fluxcd.io/resetAt\": \"now\"}}}",
                "{\"metadata\": {\"annotations\": {\"reconcile.fluxcd.io/requestedAt\": \"now\","
                        + " \"reconcile.fluxcd.io/forceAt\": \"now\"}}}",
                "{\"metadata\": {\"annotations\": {\"reconcile.fluxcd.io/watch\": \"now\"}}}",
                "{\"metadata\": {\"annotations\": {\"bounds.example.com-reconcile.fluxcd.io/forceAt\": \"now\"}}}",
                "{\"metadata\": {\"finalizers\": [\"finalizers.fluxcd.io\", \"platform.example.com/keep\","
                        + " \"tenant.example.com/mine\"]}}",
                "{\"metadata\": {\"finalizers\": [], \"ownerReferences\": []}}",
                """
            {"metadata": {"ownerReferences": [{"apiVersion": "v1", "kind": "ConfigMap", "name": "tenant",
             "uid": "%s"}]}}
            """.formatted(owner),
                "{\"metadata\": {\"namespace\": \"kube-system\"}}",
                "{\"metadata\": {\"name\": \"cluster-a\"}}",
                "{\"metadata\": {\"uid\": \"00000000-0000-0000-0000-000000000002\"}}",
                "{\"metadata\": {\"generateName\": \"cluster-\", \"selfLink\": \"/\", \"generation\": 99,"
                        + " \"creationTimestamp\": \"2001-01-01T00:00:00Z\","
                        + " \"deletionTimestamp\": \"2001-01-01T00:00:00Z\"}}",
                """
            {"metadata": {"managedFields": [{"manager": "tenant", "operation": "Update",
             "apiVersion": "bounds.example.com/v1alpha1", "fieldsType": "FieldsV1",
             "fieldsV1": {"f:spec": {"f:_platform": {}, "f:values": {}}}}]}}
            """,
                """
            {"status": {"version": "9.9", "observedGeneration": 99, "lastAttemptedRevision": "9.9",
             "conditions": [{"type": "Ready", "status": "True", "reason": "Evil", "message": "",
              "lastTransitionTime": "2001-01-01T00:00:00Z"}]}}
            """,
                "{\"apiVersion\": \"helm.toolkit.fluxcd.io/v2\", \"kind\": \"HelmRelease\"}");
    }
}
