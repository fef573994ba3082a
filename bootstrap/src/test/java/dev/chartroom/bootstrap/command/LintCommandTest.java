package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class LintCommandTest {
    private static final String LAMP = """
            apiVersion: chartroom.dev/v1alpha1
            kind: KindDefinition
            metadata: {name: lamps.apps.example.com}
            spec:
              group: apps.example.com
              names: {kind: Lamp, plural: lamps}
              versions:
                - name: v1
                  served: true
                  storage: true
                  schema:
                    openAPIV3Schema:
                      type: object
                      properties:
                        spec: {type: object, properties: {size: {type: integer}}}
              release: {prefix: lamp-, chartRef: {kind: OCIRepository, name: lamp}}
            """;

    @TempDir
    private Path folder;

    private String good;
    private String bad;

    @BeforeEach
    void definitions() throws IOException {
        good = Files.writeString(folder.resolve("a-lamp.yaml"), LAMP).toString();
        bad = Files.writeString(
                        folder.resolve("b,bad.yaml"),
                        LAMP.replace("prefix: lamp-", "prefx: \"<&>\"").replace("lamps", "lights"))
                .toString();
        Files.writeString(folder.resolve("README.md"), "This is no definition.");
    }

    @Test
    void folderIsLintedLikeItsFiles() {
        CommandRun ofFolder = CommandRun.of("kind", "lint", folder.toString());

        assertThat(ofFolder).isEqualTo(CommandRun.of("kind", "lint", good, bad));
        assertThat(ofFolder.exitCode()).isEqualTo(1);
        assertThat(ofFolder.out())
                .contains(bad + ":16: refused: spec.release.prefx: unknown field; did you mean \"prefix\"?")
                .contains("2 files: ");
    }

    @Test
    void folderWithoutDefinitions_exitsTwo() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));

        CommandRun run = CommandRun.of("kind", "lint", empty.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("chartroom: " + empty + ": the folder has no definition file\n");
    }

    @Test
    @ResourceLock(Resources.SYSTEM_PROPERTIES)
    void dashIsStandardInput() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("kind: Pod\n".getBytes(StandardCharsets.UTF_8)));
        try {
            CommandRun run = CommandRun.of("kind", "lint", "-");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).startsWith("standard input: refused: ");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void jsonHasEachFindingAndTheCounts() {
        CommandRun run = CommandRun.of("kind", "lint", "-o", "json", folder.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        JsonObject json = (JsonObject) new JacksonCodec().parse(run.out().getBytes(StandardCharsets.UTF_8));
        assertThat(json.get("files")).hasToString("2");
        assertThat(json.arrayOrEmpty("findings").objects())
                .filteredOn(finding -> finding.stringOrEmpty("severity").equals("refused"))
                .hasSize(Integer.parseInt(String.valueOf(json.get("refused"))))
                .allSatisfy(finding -> assertThat(finding.stringOrEmpty("file")).isEqualTo(bad))
                .anySatisfy(finding -> {
                    assertThat(finding.get("line")).hasToString("16");
                    assertThat(finding.stringOrEmpty("message")).startsWith("spec.release.prefx: unknown field");
                });
    }

    @Test
    void githubGetsAWorkflowCommandForEachLine() {
        CommandRun run = CommandRun.of("kind", "lint", "--output=github", folder.toString());

        assertThat(run.out().lines())
                .contains("::error file=" + bad.replace(",", "%2C")
                        + ",line=16::spec.release.prefx: unknown field; did you mean \"prefix\"?")
                .anyMatch(line -> line.startsWith("::notice file=" + good + ",line="));
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void junitReportHasATestForEachFile() throws Exception {
        CommandRun run = CommandRun.of("kind", "lint", "-o", "junit", folder.toString());

        Document report = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(run.out().getBytes(StandardCharsets.UTF_8)));
        Element suite = report.getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("2");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        Element failing = (Element) suite.getElementsByTagName("testcase").item(1);
        assertThat(failing.getAttribute("name")).isEqualTo(bad);
        assertThat(((Element) failing.getElementsByTagName("failure").item(0)).getAttribute("message"))
                .contains("spec.release.");
        assertThat(((Element) suite.getElementsByTagName("testcase").item(0))
                        .getElementsByTagName("failure")
                        .getLength())
                .isZero();
    }
}
