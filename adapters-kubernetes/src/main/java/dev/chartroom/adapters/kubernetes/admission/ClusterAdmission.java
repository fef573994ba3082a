package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.domain.admission.AdmissionExpressions;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.admission.AdmissionHookSource;
import dev.chartroom.ports.admission.NamespaceDirectory;
import dev.chartroom.ports.admission.PolicyParams;
import dev.chartroom.ports.json.JsonCodec;
import java.time.Clock;
import java.util.Optional;

/** The configuration that admission reads from a cluster, watched in the background until this object is closed. */
public final class ClusterAdmission implements AutoCloseable {
    private final ClusterPolicyParams params;
    private final ClusterAdmissionHooks hooks;
    private final ClusterNamespaces namespaces;

    private ClusterAdmission(KubernetesHttp http, JsonCodec codec, AdmissionExpressions expressions, Clock clock) {
        params = new ClusterPolicyParams(http, codec, clock);
        hooks = ClusterAdmissionHooks.start(http, codec, expressions, params::use);
        namespaces = ClusterNamespaces.start(http, codec);
    }

    /** @param codec a codec with the limits for stored objects */
    public static ClusterAdmission start(
            KubernetesHttp http, JsonCodec codec, AdmissionExpressions expressions, Clock clock) {
        return new ClusterAdmission(http, codec, expressions, clock);
    }

    public AdmissionHookSource hooks() {
        return hooks;
    }

    public NamespaceDirectory namespaces() {
        return namespaces;
    }

    public PolicyParams params() {
        return params;
    }

    /** Returns why admission cannot apply the whole configuration; empty if it can. For readiness. */
    public Optional<String> problem() {
        return namespaces.isLoaded()
                ? hooks.problem()
                : Optional.of("the namespaces of the cluster have not been read yet");
    }

    @Override
    public void close() {
        hooks.close();
        namespaces.close();
        params.close();
    }
}
