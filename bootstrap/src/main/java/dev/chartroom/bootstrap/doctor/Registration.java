package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import dev.chartroom.domain.kind.KindRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares the APIServices with the groups and versions that the definitions declare. */
final class Registration implements Examination {

    @Override
    public String name() {
        return "registration";
    }

    @Override
    public List<Problem> problems(Installation installation) {
        if (installation.kinds().isEmpty()) {
            return List.of(Problem.unknown(
                    installation.options().serviceText(),
                    "the kinds of the servers are not known without their configuration",
                    installation.remedies().again("--config chartroom.yaml")));
        }
        Set<String> declared = declared(installation.kinds().get());
        List<Problem> problems = new ArrayList<>();
        for (JsonObject apiService : installation.registered()) {
            if (!declared.contains(Installation.name(apiService))) {
                problems.add(orphan(apiService, installation));
            }
        }
        declared.stream().flatMap(name -> missing(name, installation).stream()).forEach(problems::add);
        return problems;
    }

    /** Returns the names of the APIServices that the kinds need. */
    private static Set<String> declared(KindRegistry kinds) {
        return kinds.groupVersions().stream().map(Registration::name).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String name(GroupVersion version) {
        return version.version() + "." + version.group();
    }

    private static Problem orphan(JsonObject apiService, Installation installation) {
        boolean isAnswered = installation.config().stream()
                .flatMap(config -> config.registeredVersions().stream())
                .anyMatch(version -> name(version).equals(Installation.name(apiService)));
        if (isAnswered) {
            return Problem.warning(
                    Installation.text(apiService),
                    "no valid definition has this group and version",
                    "the group and version has no resources",
                    installation.remedies().kubectl("get kinddefinitions"));
        }
        return Problem.error(
                Installation.text(apiService),
                "it refers to the " + installation.options().serviceText()
                        + ", but no valid definition has this group and version",
                "the kube-apiserver reports incomplete discovery, and no namespace of the cluster can be deleted",
                installation.remedies().kubectl("delete apiservice " + Installation.name(apiService)));
    }

    private static Optional<Problem> missing(String name, Installation installation) {
        Optional<JsonObject> found = installation.apiServices().stream()
                .filter(apiService -> Installation.name(apiService).equals(name))
                .findFirst();
        if (found.filter(installation::isRegistered).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(Problem.error(
                "APIService " + name,
                found.isEmpty()
                        ? "it is missing, but definitions have this group and version"
                        : "it does not refer to the " + installation.options().serviceText(),
                "the cluster does not serve the kinds of this group and version",
                installation.remedies().register(installation.port())));
    }
}
