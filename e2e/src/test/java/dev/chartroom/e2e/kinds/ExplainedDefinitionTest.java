package dev.chartroom.e2e.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.KindDefinitionCrd;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of {@code kubectl explain} for KindDefinition. */
@RequiresControlPlane
class ExplainedDefinitionTest {
    /** With {@code -Dexplain.write=true}, the test records kubectl's output as the expected one. */
    private static final boolean WRITE = Boolean.getBoolean("explain.write");

    private static final Path GOLDEN = ModuleDirectory.basedir().resolve("src/test/resources/explain");
    /** A field in kubectl's output: its name and type. The type shows whether it has fields itself. */
    private static final Pattern FIELD = Pattern.compile("(?m)^  (\\w+)\\t<(\\S+)>.*$");

    private static final Pattern WITH_FIELDS = Pattern.compile("(\\[\\]|map\\[string\\])*Object|Object.*");

    private static Kubectl kubectl;

    @BeforeAll
    static void start() {
        ControlPlane controlPlane = ControlPlane.shared();
        kubectl = controlPlane.kubectl();
        KindDefinitionCrd.install(kubectl);
        Awaitility.await("kubectl explains definitions")
                .until(() -> kubectl.run("explain", "kinddefinition.spec").exitCode() == 0);
    }

    @AfterAll
    static void stop() {
        KindDefinitionCrd.remove(kubectl);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kinddefinition",
                "kinddefinition.spec",
                "kinddefinition.spec.release",
                "kinddefinition.spec.versions",
                "kinddefinition.status.conditions"
            })
    void kubectlExplainMatchesTheGoldenFile(String path) throws IOException {
        String said = explained(path);
        Path golden = GOLDEN.resolve(path + ".txt");
        if (WRITE) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, said);
        }

        assertThat(said).isEqualTo(Files.readString(golden, StandardCharsets.UTF_8));
    }

    @Test
    void everyFieldIsDescribed() {
        List<String> read = new ArrayList<>();
        List<String> undescribed = new ArrayList<>();
        for (String part : List.of("spec", "status")) {
            read("kinddefinition." + part, read, undescribed);
        }

        assertThat(undescribed).isEmpty();
        assertThat(read)
                .hasSizeGreaterThan(150)
                .contains(
                        "kinddefinition.spec.versions.conversion.rules.move.values.from",
                        "kinddefinition.spec.release.driftDetection.ignore.target.labelSelector",
                        "kinddefinition.status.conditions.reason");
    }

    private static void read(String path, List<String> read, List<String> undescribed) {
        String said = explained(path);
        if (!said.contains("FIELDS:")) {
            return;
        }
        String fields = said.substring(said.indexOf("FIELDS:"));
        var found = FIELD.matcher(fields).results().toList();
        for (int i = 0; i < found.size(); i++) {
            String field = path + "." + found.get(i).group(1);
            int end = i + 1 < found.size() ? found.get(i + 1).start() : fields.length();
            String description = fields.substring(found.get(i).end(), end)
                    .replaceAll("(?m)^  enum: .*$", "")
                    .strip();
            read.add(field);
            if (description.isEmpty() || description.contains("<no description>")) {
                undescribed.add(field);
            }
            if (WITH_FIELDS.matcher(found.get(i).group(2)).matches()) {
                read(field, read, undescribed);
            }
        }
    }

    private static String explained(String path) {
        return kubectl.succeed("explain", path);
    }
}
