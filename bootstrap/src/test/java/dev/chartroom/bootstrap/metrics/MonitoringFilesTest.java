package dev.chartroom.bootstrap.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the files for Prometheus and Grafana, and the documents about them. */
class MonitoringFilesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path ALERTS = ROOT.resolve("deploy/monitoring/alerts.yaml");
    private static final Path DASHBOARD = ROOT.resolve("deploy/monitoring/dashboard.json");
    private static final Path CASES = Path.of("src/test/resources/monitoring/alerts_test.yaml");
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final JacksonCodec CODEC = new JacksonCodec();
    private static final Pattern METRIC = Pattern.compile(
            "\\b(apiserver|chartroom|kubernetes|rest_client|authentication|authorization|process|jvm)_[a-z0-9_]+");

    @TempDir
    private Path folder;

    @Test
    void everyAlertHasASectionInTheRunbookAndEverySectionAnAlert() throws IOException {
        Set<String> alerts = new TreeSet<>();
        for (JsonObject rule : rules()) {
            if (rule.has("alert")) {
                String alert = rule.stringOrEmpty("alert");
                alerts.add(alert);
                assertThat(rule.objectOrEmpty("labels").stringOrEmpty("severity"))
                        .isIn("critical", "warning");
                assertThat(rule.objectOrEmpty("annotations").stringOrEmpty("summary"))
                        .isNotEmpty();
                assertThat(rule.objectOrEmpty("annotations").stringOrEmpty("runbook"))
                        .isEqualTo("docs/runbook.md#" + alert.toLowerCase(Locale.ROOT));
            }
        }
        Set<String> sections = new TreeSet<>();
        Matcher headings = Pattern.compile("(?m)^## (Chartroom\\w+)\n\n- \\*\\*Meaning\\*\\*: [\\s\\S]*?\n"
                        + "- \\*\\*Users\\*\\*: [\\s\\S]*?\n- \\*\\*Details\\*\\*: [\\s\\S]*?\n- \\*\\*Action\\*\\*: ")
                .matcher(Files.readString(ROOT.resolve("docs/runbook.md")));
        while (headings.find()) {
            sections.add(headings.group(1));
        }

        assertThat(alerts).hasSizeGreaterThan(10).isEqualTo(sections);
    }

    /** The kube-apiserver has metrics with the same names. */
    @Test
    void everyMetricOfTheRulesIsThatOfChartroom() throws IOException {
        assertThat(METRIC.matcher(rules().toString().replaceAll("chartroom:[a-z0-9_:]+", ""))
                        .results()
                        .count())
                .isPositive();
        for (JsonObject rule : rules()) {
            Matcher selector = Pattern.compile("\\b(?:apiserver|chartroom|kubernetes)_[a-z0-9_]+\\s*(\\{[^}]*})?")
                    .matcher(rule.stringOrEmpty("expr"));
            while (selector.find()) {
                assertThat(selector.group()).contains("job=\"chartroom\"");
            }
        }
    }

    @Test
    void rulesAndDashboardUseDocumentedMetricsOnly() throws IOException {
        String documented = Files.readString(ROOT.resolve("docs/reference/metrics.md"));
        Set<String> used = new TreeSet<>();
        for (String text : List.of(Files.readString(ALERTS), Files.readString(DASHBOARD))) {
            METRIC.matcher(text.replaceAll("chartroom:[a-z0-9_:]+", ""))
                    .results()
                    .forEach(name -> used.add(name.group().replaceFirst("_(bucket|count|sum)$", "")));
        }

        // A counter of upstream ends with _count, too.
        assertThat(used)
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(documented).containsPattern("\\| `" + name + "(_count)?` \\|"));
    }

    @Test
    void everyAlertFiresAndIsSilentInATest() throws IOException {
        String cases = Files.readString(CASES);

        for (JsonObject rule : rules()) {
            if (rule.has("alert")) {
                assertThat(cases)
                        .contains(
                                "name: " + rule.stringOrEmpty("alert") + " fires\n",
                                "name: " + rule.stringOrEmpty("alert") + " is silent\n");
            }
        }
    }

    @Test
    void promtoolAcceptsTheRulesAndItsTestsPass() throws Exception {
        assumeThat(PROMTOOL).as("the programs of the Debian package prometheus").exists();
        Files.copy(ALERTS, folder.resolve("alerts.yaml"));
        Files.copy(CASES, folder.resolve("alerts_test.yaml"));

        assertThat(promtool("check", "rules", "alerts.yaml")).contains("SUCCESS");
        assertThat(promtool("test", "rules", "alerts_test.yaml")).contains("SUCCESS");
    }

    private String promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(PROMTOOL.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static List<JsonObject> rules() throws IOException {
        JsonObject file = (JsonObject) CODEC.parseYaml(Files.readAllBytes(ALERTS));
        return file.arrayOrEmpty("groups").objects().stream()
                .flatMap(group -> group.arrayOrEmpty("rules").objects().stream())
                .toList();
    }
}
