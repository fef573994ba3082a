package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares the clocks of the kube-apiserver, of a replica and of this machine. HTTP states a time in whole seconds, so
 * the comparison is as exact as that.
 */
final class ClockSkew implements Examination {
    private static final Duration TOLERATED = Duration.ofSeconds(5);
    private static final String REMEDY = "sudo timedatectl set-ntp true && sudo chronyc makestep";

    @Override
    public String name() {
        return "clocks";
    }

    @Override
    public List<Problem> problems(Installation installation) {
        List<Problem> problems = new ArrayList<>();
        Instant here = installation.clock().instant();
        Optional<Instant> apiserver = installation.cluster().get("/version").date();
        if (apiserver.isEmpty()) {
            return List.of(Problem.unknown("kube-apiserver", "its answers do not state the time", "date -u"));
        }
        skew(here, apiserver.get())
                .ifPresent(skew -> problems.add(Problem.warning(
                        "this machine",
                        "its clock differs by " + skew + " from that of the kube-apiserver",
                        "certificates that this machine issues may not be valid yet, and this report may be wrong",
                        REMEDY)));
        installation.registered().stream()
                .filter(Installation::isAvailable)
                .flatMap(apiService -> ofReplica(apiService, installation).stream())
                .findFirst()
                .ifPresent(problems::add);
        return problems;
    }

    private static Optional<Problem> ofReplica(JsonObject apiService, Installation installation) {
        Optional<Instant> apiserver = installation.cluster().get("/version").date();
        // The aggregator forwards the header of the replica.
        Optional<Instant> replica =
                installation.cluster().get(Installation.path(apiService)).date();
        return apiserver
                .flatMap(expected -> replica.flatMap(found -> skew(expected, found)))
                .map(skew -> Problem.error(
                        "a replica behind the " + installation.options().serviceText(),
                        "the clock of its node differs by " + skew + " from that of the kube-apiserver",
                        "the replica accepts expired certificates or rejects new ones, and replicas lose their Leases",
                        REMEDY));
    }

    private static Optional<String> skew(Instant one, Instant other) {
        Duration skew = Duration.between(one, other).abs();
        return skew.compareTo(TOLERATED) > 0 ? Optional.of(skew.toSeconds() + " seconds") : Optional.empty();
    }
}
