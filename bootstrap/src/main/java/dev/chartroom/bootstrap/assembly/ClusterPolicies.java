package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.cel.admission.CelAdmissionExpressions;
import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.adapters.kubernetes.admission.ClusterAdmission;
import dev.chartroom.adapters.kubernetes.admission.KubernetesCostQuotas;
import dev.chartroom.adapters.kubernetes.admission.KubernetesObjectQuota;
import dev.chartroom.adapters.kubernetes.admission.OkHttpWebhookClient;
import dev.chartroom.adapters.kubernetes.admission.ResourceQuotas;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.metrics.ServerMetrics;
import dev.chartroom.core.admission.ConfiguredAdmission;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.CostQuotas;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.auth.Authorizer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The cluster's rules for writes: webhooks, admission policies and quotas. This class follows their changes. */
final class ClusterPolicies implements AutoCloseable {
    private final ClusterAdmission configured;
    private final Optional<ResourceQuotas> quotas;
    private final Admission admission;
    private final ObjectQuota quota;
    private final CostQuotas costs;

    private ClusterPolicies(
            ClusterAdmission configured,
            Optional<ResourceQuotas> quotas,
            Admission admission,
            ObjectQuota quota,
            CostQuotas costs) {
        this.configured = configured;
        this.quotas = quotas;
        this.admission = admission;
        this.quota = quota;
        this.costs = costs;
    }

    /**
     * Starts to read them in the background.
     *
     * @param authorizer answers the questions of policies about the user's rights
     */
    static ClusterPolicies start(ServerConfig config, Cluster cluster, Authorizer authorizer, ServerMetrics metrics) {
        Optional<ResourceQuotas> quotas = config.enforcesQuotas()
                ? Optional.of(ResourceQuotas.start(cluster.http(), cluster.codec()))
                : Optional.empty();
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
                quotas.<ObjectQuota>map(
                                followed -> new KubernetesObjectQuota(cluster.http(), followed, cluster.codec()))
                        .orElse(ObjectQuota.UNLIMITED),
                quotas.<CostQuotas>map(followed -> new KubernetesCostQuotas(cluster.http(), followed, cluster.codec()))
                        .orElse(CostQuotas.NONE));
    }

    Admission admission() {
        return admission;
    }

    ObjectQuota quota() {
        return quota;
    }

    CostQuotas costs() {
        return costs;
    }

    List<HealthCheck> health() {
        HealthCheck admissionHealth = HealthCheck.of("admission-configuration", configured::problem);
        return Stream.concat(quotas.map(ClusterPolicies::health).stream(), Stream.of(admissionHealth))
                .toList();
    }

    private static HealthCheck health(ResourceQuotas quotas) {
        return HealthCheck.of(
                "resource-quotas",
                () -> quotas.isLoaded() ? Optional.empty() : Optional.of("the quotas have not been read yet"));
    }

    @Override
    public void close() {
        quotas.ifPresent(ResourceQuotas::close);
        configured.close();
    }
}
