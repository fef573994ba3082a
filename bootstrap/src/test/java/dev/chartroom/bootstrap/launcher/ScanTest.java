package dev.chartroom.bootstrap.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.bootstrap.launcher.Checkout.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./dev scan} with stand-ins for the scanners. */
class ScanTest {
    private static final String SBOM = "bootstrap/target/sbom.json";

    @TempDir
    private Path folder;

    private Checkout checkout;

    ScanTest() {
        checkout = new Checkout(Path.of(""));
    }

    @BeforeEach
    void create() throws IOException {
        checkout = Checkout.create(folder.toRealPath());
        checkout.write(SBOM, "{}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            trivy       | trivy sbom --exit-code 1 bootstrap/target/sbom\\.json
            grype       | grype --fail-on negligible sbom:bootstrap/target/sbom\\.json
            osv-scanner | osv-scanner --sbom=/.*/bom\\.json
            """)
    void scannerOnThePath_scansTheSbom(String scanner, String call) throws Exception {
        checkout.scanner(scanner);

        Run run = scan();

        assertThat(run.stdout()).as(run.stderr()).matches(call + "\n");
        assertThat(run.exitCode()).isOne();
    }

    @Test
    void missingScanner_printsWhichScannersToInstall() throws Exception {
        Run run = scan();

        assertThat(run.stderr())
                .contains("No scanner is on the PATH. Install Trivy (https://trivy.dev), Grype or OSV-Scanner");
        assertThat(run.exitCode()).isOne();
    }

    @Test
    void missingSbom_printsHowToMakeIt() throws Exception {
        checkout.scanner("trivy");

        Run run = scan("other.json");

        assertThat(run.stderr())
                .contains("There is no other.json. Make it with: mvn -DskipTests -pl bootstrap -am package");
        assertThat(run.stdout()).isEmpty();
        assertThat(run.exitCode()).isOne();
    }

    private Run scan(String... sbom) throws IOException, InterruptedException {
        return sbom.length == 0
                ? checkout.runAs(checkout.root().resolve("dev"), "scan")
                : checkout.runAs(checkout.root().resolve("dev"), "scan", sbom[0]);
    }
}
