package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.cel.admission.CelAdmissionExpressions;
import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.adapters.kubernetes.admission.ClusterAdmission;
import dev.chartroom.adapters.kubernetes.admission.KubernetesObjectQuota;
import dev.chartroom.adapters.kubernetes.admission.OkHttpWebhookClient;
import dev.chartroom.adapters.kubernetes.admission.ResourceQuotas;
import dev.chartroom.bootstrap.metrics.ServerMetrics;
import dev.chartroom.core.admission.ConfiguredAdmission;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.auth.Authorizer;
import java.util.List;
import java.util.Optional;

/** The cluster's rules for writes: webhooks, admission policies and quotas. This class follows their changes. */
final class ClusterPolicies implements AutoCloseable {
    private final ClusterAdmission configured;
    private final ResourceQuotas quotas;
    private final Admission admission;
    private final ObjectQuota quota;

    private ClusterPolicies(
            ClusterAdmission configured, ResourceQuotas quotas, Admission admission, ObjectQuota quota) {
        this.configured = configured;
        this.quotas = quotas;
        this.admission = admission;
        this.quota = quota;
    }

    /**
     * Starts to read them in the background.
     *
     * @param authorizer answers the questions of policies about the user's rights
     */
    static ClusterPolicies start(Cluster cluster, Authorizer authorizer, ServerMetrics metrics) {
        ResourceQuotas quotas = ResourceQuotas.start(cluster.http(), cluster.codec());
        ClusterAdmission configured = ClusterAdmission.start(
                cluster.http(), cluster.stored(), new CelAdmissionExpressions(), cluster.clock());
        Admission admission = new ConfiguredAdmission(
                configured.hooks(),
                configured.namespaces(),
                configured.params(),
                metrics.measured(new OkHttpWebhookClient(cluster.codec())),
                authorizer,
                cluster.codec());
        return new ClusterPolicies(
                configured,
                quotas,
                metrics.measured(admission),
                new KubernetesObjectQuota(cluster.http(), quotas, cluster.codec()));
    }

    Admission admission() {
        return admission;
    }

    ObjectQuota quota() {
        return quota;
    }

    List<HealthCheck> health() {
        return List.of(
                HealthCheck.of(
                        "resource-quotas",
                        () -> quotas.isLoaded() ? Optional.empty() : Optional.of("the quotas have not been read yet")),
                HealthCheck.of("admission-configuration", configured::problem));
    }

    @Override
    public void close() {
        quotas.close();
        configured.close();
    }
}
