package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.doctor.installation.Deployed;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import dev.chartroom.bootstrap.doctor.installation.RemedyCommands;
import java.util.List;

/** Reports each APIService that the aggregator does not consider available, with its reason in plain words. */
final class ApiServiceAvailability implements Examination {
    private static final String EFFECT =
            "the kube-apiserver answers 503 for this API group, and no namespace of the cluster can be deleted";

    @Override
    public String name() {
        return "apiservices";
    }

    @Override
    public List<Problem> problems(Installation installation) {
        List<JsonObject> registered = installation.registered();
        if (registered.isEmpty()) {
            return List.of(Problem.error(
                    installation.options().serviceText(),
                    "no APIService refers to the Service",
                    "the cluster does not serve any kind of Chartroom",
                    installation.remedies().register(installation.port())));
        }
        return registered.stream()
                .filter(apiService -> !Installation.isAvailable(apiService))
                .map(apiService -> problem(apiService, installation))
                .toList();
    }

    private static Problem problem(JsonObject apiService, Installation installation) {
        JsonObject condition = Installation.condition(apiService, "Available").orElse(JsonObject.EMPTY);
        Deployed deployed = new Deployed(installation);
        RemedyCommands remedies = installation.remedies();
        String name = Installation.name(apiService);
        String service = installation.options().serviceText();
        String message = condition.stringOrEmpty("message");
        return switch (condition.stringOrEmpty("reason")) {
            case "ServiceNotFound" ->
                problem(
                        apiService,
                        "the " + service + " does not exist",
                        remedies.inNamespace("create service clusterip "
                                + installation.options().service() + " --tcp="
                                + Installation.port(apiService) + ":" + deployed.listenPort()));
            case "ServicePortError" ->
                problem(
                        apiService,
                        "the " + service + " does not have the port " + Installation.port(apiService),
                        remedies.patch(
                                "apiservice " + name, "{\"spec\":{\"service\":{\"port\":" + deployed.port() + "}}}"));
            case "EndpointsNotFound", "MissingEndpoints" ->
                problem(apiService, "the " + service + " has no pod that is ready", deployed.podsRemedy());
            case "FailedDiscoveryCheck" -> {
                DiscoveryFailure failure = DiscoveryFailure.of(message);
                yield problem(apiService, failure.sentence(message), failure.remedy(name, installation));
            }
            default ->
                problem(
                        apiService,
                        "the aggregator does not report it as available: " + message,
                        remedies.kubectl("get apiservice " + name + " -o yaml"));
        };
    }

    private static Problem problem(JsonObject apiService, String message, String remedy) {
        return Problem.error(Installation.text(apiService), message, EFFECT, remedy);
    }
}
