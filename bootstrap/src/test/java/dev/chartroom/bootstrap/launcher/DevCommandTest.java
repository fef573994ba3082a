package dev.chartroom.bootstrap.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.bootstrap.launcher.Checkout.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./dev} fails if a command ran no test, even if Maven succeeds. */
class DevCommandTest {
    private static final String ONE =
            "echo '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.5 s -- in dev.chartroom.%s'\n";
    private static final String SKIPPED =
            "echo '[WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 2, Time elapsed: 0 s -- in dev.chartroom.%s'\n";
    private static final String SUCCESS = "echo '[INFO] BUILD SUCCESS'\necho '[INFO] Total time:  9.059 s'\n";

    @TempDir
    private Path folder;

    private Checkout checkout;

    DevCommandTest() {
        checkout = new Checkout(Path.of(""));
    }

    @BeforeEach
    void create() throws IOException {
        checkout = Checkout.create(folder.toRealPath());
    }

    private Run dev(String... arguments) throws IOException, InterruptedException {
        return checkout.runAs(checkout.root().resolve("dev"), arguments);
    }

    @Test
    void test_printsOnlyTheCountAndTheTime() throws Exception {
        checkout.maven("echo '[INFO] Building domain'\n" + ONE.formatted("domain.JsonTest") + SUCCESS);

        Run run = dev("test", "domain", "JsonTest");

        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.stdout().lines())
                .hasSize(2)
                .first()
                .asString()
                .endsWith("Time elapsed: 0.5 s -- in dev.chartroom.domain.JsonTest");
    }

    @Test
    void testWithAnUnknownClass_fails() throws Exception {
        checkout.maven(SUCCESS);

        Run run = dev("test", "domain", "NoSuchTest");

        assertThat(run.exitCode()).isOne();
        assertThat(run.stderr()).isEqualTo("dev: no test is named NoSuchTest\n");
    }

    @Test
    void e2eWithAnUnknownMethod_fails() throws Exception {
        checkout.maven(
                "echo '[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0 s -- in a.AuditTest'\n"
                        + SUCCESS);

        Run run = dev("e2e", "AuditTest#none");

        assertThat(run.exitCode()).isOne();
        assertThat(run.stderr()).isEqualTo("dev: no test of AuditTest#none ran\n");
    }

    @Test
    void failedBuild_failsWithoutReportingTheName() throws Exception {
        checkout.maven("echo '[ERROR] Domain.java:[3,1] cannot find symbol'\nexit 1");

        Run run = dev("test", "domain", "JsonTest");

        assertThat(run.exitCode()).isOne();
        assertThat(run.stdout()).contains("cannot find symbol");
        assertThat(run.stderr()).isEmpty();
    }

    @Test
    void skippedTest_succeeds() throws Exception {
        checkout.maven(SKIPPED.formatted("e2e.AuditTest") + SUCCESS);

        Run run = dev("e2e", "AuditTest");

        assertThat(run.exitCode()).as(run.stderr()).isZero();
        assertThat(run.stdout()).contains("Skipped: 2");
    }

    @Test
    void updateOfRecordings_succeedsIfEachClassRan() throws Exception {
        checkout.maven(ONE.formatted("e2e.parity.CrdRecorderTest")
                + ONE.formatted("e2e.SchemaOracleTest$Inner")
                + ONE.formatted("e2e.parity.RuleRecordingsTest")
                + SUCCESS);

        Run run = dev("update", "recordings");

        assertThat(run.exitCode()).as(run.stderr()).isZero();
    }

    @Test
    void updateOfRecordings_failsIfAllTestsOfAClassWereSkipped() throws Exception {
        checkout.maven(ONE.formatted("e2e.parity.CrdRecorderTest")
                + SKIPPED.formatted("e2e.SchemaOracleTest")
                + ONE.formatted("e2e.parity.RuleRecordingsTest")
                + SUCCESS);

        Run run = dev("update", "recordings");

        assertThat(run.exitCode()).isOne();
        assertThat(run.stderr()).isEqualTo("dev: no test of SchemaOracleTest ran\n");
    }

    @Test
    void updateOfGoldens_failsWithoutAControlPlane() throws Exception {
        checkout.maven("""
                case "$*" in
                  *ExplainedDefinitionTest*)
                    %s ;;
                  *)
                    %s %s %s %s %s %s ;;
                esac
                %s
                """.formatted(
                        SKIPPED.formatted("e2e.ExplainedDefinitionTest"),
                        ONE.formatted("bootstrap.kinds.DefinitionSchemasTest"),
                        ONE.formatted("bootstrap.ChartExamplesTest"),
                        ONE.formatted("bootstrap.kinds.DefinitionFieldsTest"),
                        ONE.formatted("bootstrap.config.ConfigurationSchemaTest"),
                        ONE.formatted("bootstrap.command.CommandReferenceTest"),
                        ONE.formatted("bootstrap.MessageReferenceTest"),
                        SUCCESS));

        Run run = dev("update", "goldens");

        assertThat(run.exitCode()).isOne();
        assertThat(run.stderr()).isEqualTo("dev: no test of ExplainedDefinitionTest ran\n");
    }
}
