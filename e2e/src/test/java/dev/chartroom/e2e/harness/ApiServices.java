package dev.chartroom.e2e.harness;

import dev.chartroom.ports.tls.Pem;
import java.time.Duration;

/** Registers aggregated servers that run on this machine (wire contract B3, B15, B16). */
public record ApiServices(Kubectl kubectl) {
    private static final String SERVICE = "chartroom";
    private static final String NAMESPACE = "chartroom-system";

    /** The name that the aggregator requires in the server's certificate, whatever the server's address is. */
    public static final String SERVER_NAME = SERVICE + "." + NAMESPACE + ".svc";

    /** As {@link #apply}, and waits until the API group is available. */
    public void register(String group, String version, String host, int port, String caPem, Duration limit) {
        apply(group, version, host, port, caPem);
        var name = version + "." + group;
        var waited = kubectl.run(
                "wait", "--for=condition=Available", "--timeout=" + limit.toSeconds() + "s", "apiservice/" + name);
        if (waited.exitCode() != 0) {
            var conditions = kubectl.run("get", "apiservice", name, "-o", "jsonpath={.status.conditions}");
            throw new IllegalStateException("APIService " + name + " is not available: " + conditions.stdout());
        }
    }

    /** Applies the APIService, its Service and its namespace. */
    public void apply(String group, String version, String host, int port, String caPem) {
        kubectl.apply("""
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %2$s
                ---
                apiVersion: v1
                kind: Service
                metadata:
                  name: %1$s
                  namespace: %2$s
                spec:
                  type: ExternalName
                  externalName: %3$s
                ---
                apiVersion: apiregistration.k8s.io/v1
                kind: APIService
                metadata:
                  name: %4$s
                spec:
                  group: %5$s
                  version: %6$s
                  groupPriorityMinimum: 1000
                  versionPriority: 15
                  caBundle: %7$s
                  service:
                    name: %1$s
                    namespace: %2$s
                    port: %8$d
                """.formatted(
                        SERVICE, NAMESPACE, host, version + "." + group, group, version, Pem.base64(caPem), port));
    }

    public void unregister(String group, String version) {
        kubectl.succeed("delete", "apiservice", version + "." + group, "--ignore-not-found");
    }
}
