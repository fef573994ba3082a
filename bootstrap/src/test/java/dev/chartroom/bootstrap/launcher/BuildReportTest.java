package dev.chartroom.bootstrap.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The report at the end of a build. The real Maven prints it for a project of one module that has only test reports.
 */
class BuildReportTest {
    private static final int CLASSES = 21;
    private static final Path REPORT = Path.of("../.mvn/build-report.groovy");

    /** The report counts only files that were written since the build started. */
    private final Instant afterTheStart = Instant.now().plus(Duration.ofHours(1));

    @TempDir
    private Path folder;

    @Test
    void reportListsTwentySlowestClassesAndEachSkippedAndFailedTest() throws Exception {
        writeProject();
        for (int i = 1; i <= CLASSES; i++) {
            report("Class%02dTest".formatted(i), i, "<testcase/>");
        }
        report("DockerTest", 0, "<testcase><skipped message=\"Docker does not answer&#10;and more\"/></testcase>");
        report("RevisionsTest", 0, """
                <testcase/>
                <testcase><skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException:
                assumption was not met due to: [a store that guards revisions]
                Expecting value to be true]]></skipped></testcase>""");
        report("SecondKubectlTest", 0, """
                <testcase><skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException: \
                Assumption failed: there is no second kubectl
                \tat org.junit]]></skipped></testcase>""");
        report("PreparationTest", 0, "");
        report("BrokenTest", 0, """
                <testcase/>
                <testcase name="readsNothing"><failure message="cut"><![CDATA[java.lang.AssertionError:

                Expecting empty but was: [1]
                \tat dev.chartroom.BrokenTest.readsNothing(BrokenTest.java:9)]]></failure></testcase>
                <testcase name="writesNothing"><error type="java.io.IOException"><![CDATA[java.io.IOException: full
                \tat java.base]]></error></testcase>""");
        Path old = report("OldTest", 99, "<testcase/>");
        Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
        Files.writeString(
                folder.resolve("store/target/build-facts.csv"),
                "%d,starting JVMs,1500\n0,starting JVMs,9000\n".formatted(afterTheStart.toEpochMilli()));

        List<String> lines = maven();

        assertThat(lines)
                .contains("Tests: 28 run, 2 failed, 3 skipped, in 26 classes that took 3:51")
                .contains("     1.5 s  of the tests: starting JVMs (1)")
                .anyMatch(line -> line.startsWith("Where the time went: "));
        assertThat(section(lines, "The 20 slowest classes"))
                .hasSize(20)
                .startsWith("    21.0 s  store                Class21Test (1)")
                .endsWith("     2.0 s  store                Class02Test (1)");
        assertThat(section(lines, "Skipped"))
                .containsExactly(
                        "  store DockerTest: all tests: Docker does not answer",
                        "  store PreparationTest: all tests: no test of it ran",
                        "  store RevisionsTest: 1 test(s): a store that guards revisions",
                        "  store SecondKubectlTest: all tests: there is no second kubectl");
        assertThat(section(lines, "Failed"))
                .containsExactly(
                        "  store BrokenTest readsNothing: java.lang.AssertionError: Expecting empty but was: [1]",
                        "  store BrokenTest writesNothing: java.io.IOException: full");
    }

    /** Returns the indented lines below a heading. */
    private static List<String> section(List<String> lines, String heading) {
        return lines.stream()
                .skip(lines.indexOf(heading) + 1L)
                .takeWhile(line -> line.startsWith("  "))
                .toList();
    }

    private Path report(String name, int seconds, String cases) throws IOException {
        Path reports = Files.createDirectories(folder.resolve("store/target/surefire-reports"));
        Path file = Files.writeString(
                reports.resolve("TEST-dev.chartroom." + name + ".xml"), """
                <testsuite name="dev.chartroom.%s" time="%d" tests="0" errors="0" skipped="0" failures="0">%s</testsuite>
                """.formatted(name, seconds, cases));
        return Files.setLastModifiedTime(file, FileTime.from(afterTheStart));
    }

    private void writeProject() throws IOException {
        String real = Files.readString(Path.of("../pom.xml"));
        Files.createDirectories(folder.resolve("store"));
        Files.writeString(folder.resolve("store/pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <parent><groupId>test</groupId><artifactId>test</artifactId><version>1</version></parent>
                  <artifactId>store</artifactId>
                  <packaging>pom</packaging>
                </project>
                """);
        Files.writeString(folder.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>test</groupId><artifactId>test</artifactId><version>1</version>
                  <packaging>pom</packaging>
                  <modules><module>store</module></modules>
                  <properties>
                    <gmavenplus.version>%s</gmavenplus.version>
                    <groovy.version>%s</groovy.version>
                  </properties>
                  <build><plugins><plugin>%s</plugin></plugins></build>
                </project>
                """.formatted(
                        first(real, "<gmavenplus.version>(.*)</gmavenplus.version>"),
                        first(real, "<groovy.version>(.*)</groovy.version>"),
                        first(real, "(?s)<plugin>\\s*(<groupId>org.codehaus.gmavenplus</groupId>.*?)</plugin>")
                                .replace(
                                        "${project.basedir}/.mvn/build-report.groovy",
                                        REPORT.toRealPath().toString())
                                .replace("${build.report.skip}", "false")));
    }

    private static String first(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }

    /** Returns the output of Maven. Maven runs offline, with the repository of this build. */
    private List<String> maven() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-o", "-q", "-Dstyle.color=never"));
        String repository = System.getProperty("localRepository", "");
        if (!repository.isEmpty()) {
            command.add("-Dmaven.repo.local=" + repository);
        }
        command.add("validate");
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        return Files.readAllLines(output);
    }
}
