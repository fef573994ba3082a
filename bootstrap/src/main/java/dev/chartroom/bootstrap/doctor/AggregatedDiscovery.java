package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.doctor.installation.Deployed;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import dev.chartroom.bootstrap.doctor.installation.RemedyCommands;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import java.util.List;
import java.util.Optional;

/** Requests the discovery of each available group and version through the aggregator, as the user of the command. */
final class AggregatedDiscovery implements Examination {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    @Override
    public String name() {
        return "aggregator";
    }

    @Override
    public List<Problem> problems(Installation installation) {
        return installation.registered().stream()
                .filter(Installation::isAvailable)
                .flatMap(apiService -> problem(apiService, installation).stream())
                .toList();
    }

    private static Optional<Problem> problem(JsonObject apiService, Installation installation) {
        String path = Installation.path(apiService);
        KubernetesResponse response = installation.cluster().get(path);
        if (response.isSuccess()) {
            return Optional.empty();
        }
        RemedyCommands remedies = installation.remedies();
        return Optional.of(
                switch (response.code()) {
                    case UNAUTHORIZED ->
                        problem(
                                apiService,
                                "the server does not accept the user that the kube-apiserver names (HTTP status 401)",
                                remedies.deploy("rbac.yaml"));
                    case FORBIDDEN ->
                        problem(
                                apiService,
                                "the user of this command may not read the discovery of the group (HTTP status 403)",
                                remedies.kubectl("auth reconcile -f deploy/rbac.yaml"));
                    case NOT_FOUND ->
                        problem(
                                apiService,
                                "the server does not serve this group and version (HTTP status 404)",
                                remedies.kubectl("delete apiservice " + Installation.name(apiService)));
                    default ->
                        problem(
                                apiService,
                                "a request through the kube-apiserver gets HTTP status " + response.code(),
                                new Deployed(installation).podsRemedy());
                });
    }

    private static Problem problem(JsonObject apiService, String message, String remedy) {
        return Problem.error(
                Installation.text(apiService), message, "users cannot use the kinds of this group and version", remedy);
    }
}
