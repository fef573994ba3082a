package dev.chartroom.e2e.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.assembly.Cluster;
import dev.chartroom.bootstrap.doctor.Doctor;
import dev.chartroom.bootstrap.doctor.installation.DoctorOptions;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.ApiServices;
import dev.chartroom.ports.tls.CertificateAuthority;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Clocks that differ. The remedy sets the clock of a machine, so no test runs it. */
@RequiresControlPlane
class DoctorOfClocksTest {
    private static final String GROUP = "clocks.example.com";

    private final ControlPlane controlPlane = ControlPlane.shared();

    @Test
    void differentClockOfThisMachineIsAWarning() {
        assertThat(problems(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-2))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.stringOrEmpty("object")).isEqualTo("this machine");
                    assertThat(problem.stringOrEmpty("level")).isEqualTo("warning");
                    assertThat(problem.stringOrEmpty("message")).matches("its clock differs by 1[12]\\d seconds .*");
                });
        assertThat(problems(Clock.systemUTC())).isEmpty();
    }

    @Test
    void differentClockOfAReplicaIsAnError() throws IOException {
        CertificateAuthority authority = CertificateAuthority.create("clocks CA");
        try (AnsweringServer server = AnsweringServer.skewed(
                authority.server(ApiServices.SERVER_NAME), GROUP, Instant.now().minus(Duration.ofHours(1)))) {
            controlPlane.registerApiService(GROUP, "v1", server.port(), authority.pem());

            assertThat(problems(Clock.systemUTC())).singleElement().satisfies(problem -> {
                assertThat(problem.stringOrEmpty("object")).startsWith("a replica behind the Service");
                assertThat(problem.stringOrEmpty("level")).isEqualTo("error");
                assertThat(problem.stringOrEmpty("message"))
                        .matches("the clock of its node differs by 36\\d\\d seconds .*");
            });
        } finally {
            controlPlane.unregisterApiService(GROUP, "v1");
        }
    }

    private List<JsonObject> problems(Clock clock) {
        Cluster real = Cluster.of(controlPlane.admin().kubeconfig().toString());
        Cluster skewed = new Cluster(real.http(), real.reviews(), real.codec(), real.stored(), clock);
        Installation installation = Installation.of(
                new DoctorOptions(null, null, null, "chartroom-system", "chartroom", null, null),
                skewed,
                Optional.empty(),
                Optional::empty);
        return Doctor.examine(installation).json().arrayOrEmpty("checks").objects().stream()
                .filter(check -> check.stringOrEmpty("check").equals("clocks"))
                .flatMap(check -> check.arrayOrEmpty("problems").objects().stream())
                .toList();
    }
}
