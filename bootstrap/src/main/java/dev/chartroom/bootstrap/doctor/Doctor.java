package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import java.util.List;

/** Runs all examinations. */
public final class Doctor {
    private static final List<Examination> EXAMINATIONS = List.of(
            new ApiServiceAvailability(),
            new ServingCertificates(),
            new FrontProxyTrust(),
            new ServiceAccountRights(),
            new AggregatedDiscovery(),
            new Registration(),
            new DefinitionProblems(),
            new ReleaseClaims(),
            new ClockSkew(),
            new PostgresDatabase(),
            new FluxControllers());

    private Doctor() {}

    /** Examines an installation. An examination that the cluster refuses does not prevent the others. */
    public static DoctorReport examine(Installation installation) {
        return new DoctorReport(EXAMINATIONS.stream()
                .map(examination -> new CheckReport(examination.name(), problems(examination, installation)))
                .toList());
    }

    private static List<Problem> problems(Examination examination, Installation installation) {
        try {
            return examination.problems(installation);
        } catch (ApiException e) {
            return List.of(Problem.unknown(
                    "the user of this command",
                    String.valueOf(e.getMessage()),
                    installation.remedies().kubectl("auth can-i --list")));
        }
    }
}
