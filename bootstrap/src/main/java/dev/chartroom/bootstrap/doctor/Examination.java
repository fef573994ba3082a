package dev.chartroom.bootstrap.doctor;

import dev.chartroom.bootstrap.doctor.installation.Installation;
import java.util.List;

/** Examines one aspect of an installation. Changes nothing. */
sealed interface Examination
        permits AggregatedDiscovery,
                ApiServiceAvailability,
                ClockSkew,
                DefinitionProblems,
                FluxControllers,
                FrontProxyTrust,
                PostgresDatabase,
                Registration,
                ReleaseClaims,
                ServiceAccountRights,
                ServingCertificates {

    /** Returns the name of the aspect in the report. */
    String name();

    /**
     * Returns the problems; empty if there are none.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException if the cluster refuses a request of the examination
     */
    List<Problem> problems(Installation installation);
}
