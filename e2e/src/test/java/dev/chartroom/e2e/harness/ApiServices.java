package dev.chartroom.e2e.harness;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.ports.tls.Pem;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Registers aggregated servers that run on this machine (wire contract B3, B15, B16).
 *
 * @param admin a client of the kube-apiserver with all rights
 */
public record ApiServices(JsonClient admin) {
    private static final String SERVICE = "chartroom";
    private static final String NAMESPACE = "chartroom-system";
    private static final String SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices/";

    /** The name that the aggregator requires in the server's certificate, whatever the server's address is. */
    public static final String SERVER_NAME = SERVICE + "." + NAMESPACE + ".svc";

    /**
     * As {@link #apply}, and waits until the API group is available.
     *
     * @throws IllegalStateException if it does not become available within the limit
     */
    public void register(String group, String version, String host, int port, String caPem, Duration limit) {
        apply(group, version, host, port, caPem);
        String name = version + "." + group;
        try {
            Awaitility.await("APIService " + name)
                    .atMost(limit)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> conditions(name).objects().stream()
                            .anyMatch(
                                    condition -> condition.stringOrEmpty("type").equals("Available")
                                            && condition.stringOrEmpty("status").equals("True")));
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException("APIService " + name + " is not available: " + conditions(name), e);
        }
    }

    private JsonArray conditions(String name) {
        return admin.get(SERVICES + name).body().objectOrEmpty("status").arrayOrEmpty("conditions");
    }

    /** Applies the APIService, its Service and its namespace. */
    public void apply(String group, String version, String host, int port, String caPem) {
        apply("/api/v1/namespaces/" + NAMESPACE, """
                {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}}
                """.formatted(NAMESPACE));
        apply("/api/v1/namespaces/" + NAMESPACE + "/services/" + SERVICE, """
                {
                  "apiVersion": "v1",
                  "kind": "Service",
                  "metadata": {"name": "%s"},
                  "spec": {"type": "ExternalName", "externalName": "%s"}
                }
                """.formatted(SERVICE, host));
        String name = version + "." + group;
        apply(SERVICES + name, """
                {
                  "apiVersion": "apiregistration.k8s.io/v1",
                  "kind": "APIService",
                  "metadata": {"name": "%s"},
                  "spec": {
                    "group": "%s",
                    "version": "%s",
                    "groupPriorityMinimum": 1000,
                    "versionPriority": 15,
                    "caBundle": "%s",
                    "service": {"name": "%s", "namespace": "%s", "port": %d}
                  }
                }
                """.formatted(name, group, version, Pem.base64(caPem), SERVICE, NAMESPACE, port));
    }

    private void apply(String path, String object) {
        JsonClient.Reply reply = admin.apply(path, JsonClient.object(object));
        if (reply.code() >= 300) {
            throw new IllegalStateException(path + ": " + reply.body());
        }
    }

    /** Deletes the APIService if there is one. */
    public void unregister(String group, String version) {
        JsonClient.Reply reply = admin.delete(SERVICES + version + "." + group);
        if (reply.code() >= 300 && reply.code() != 404) {
            throw new IllegalStateException(reply.body().toString());
        }
    }
}
