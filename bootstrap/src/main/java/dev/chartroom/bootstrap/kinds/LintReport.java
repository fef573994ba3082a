package dev.chartroom.bootstrap.kinds;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.bootstrap.kinds.Finding.Severity;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The findings about definitions, for people and for programs.
 *
 * @param files all checked files
 * @param strict whether warnings and advice are failures, too
 */
public record LintReport(List<Path> files, List<Finding> findings, boolean strict) {
    /** XML 1.0 cannot represent these characters. */
    private static final Pattern NOT_IN_XML =
            Pattern.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

    public LintReport {
        files = List.copyOf(files);
        findings = List.copyOf(findings);
    }

    /** The constants are spelled as users write them. */
    @SuppressWarnings("ConstantField")
    public enum Format {
        /** One line for each finding, as compilers print them. */
        text,
        json,
        /** The commands by which a workflow of GitHub marks lines. */
        github,
        /** A report for other systems of continuous integration. */
        junit
    }

    /** Returns whether the check failed. */
    public boolean isFailed() {
        return count(Severity.REFUSED) > 0 || (strict && !findings.isEmpty());
    }

    public void print(Format format, PrintWriter out) {
        switch (format) {
            case text -> {
                findings.forEach(out::println);
                out.println(summary());
            }
            case json -> out.println(json());
            case github -> {
                findings.forEach(finding -> out.println(workflowCommand(finding)));
                out.println(summary());
            }
            case junit -> junit(out);
        }
        out.flush();
    }

    private String summary() {
        return "%s: %s, %s, %s"
                .formatted(
                        counted(files.size(), "file", "files"),
                        counted(count(Severity.REFUSED), "refusal", "refusals"),
                        counted(count(Severity.WARNING), "warning", "warnings"),
                        counted(count(Severity.ADVICE), "piece of advice", "pieces of advice"));
    }

    private JsonObject json() {
        return JsonObject.builder()
                .put("files", files.size())
                .put("refused", count(Severity.REFUSED))
                .put("warnings", count(Severity.WARNING))
                .put("advice", count(Severity.ADVICE))
                .put(
                        "findings",
                        new JsonArray(findings.stream()
                                .<JsonValue>map(LintReport::json)
                                .toList()))
                .build();
    }

    private static JsonObject json(Finding finding) {
        JsonObject.Builder json = JsonObject.builder().put("file", finding.source());
        finding.line().ifPresent(line -> json.put("line", line));
        return json.put("severity", name(finding))
                .put("message", finding.sentence())
                .build();
    }

    private static String workflowCommand(Finding finding) {
        String command = switch (finding.severity()) {
            case REFUSED -> "error";
            case WARNING -> "warning";
            case ADVICE -> "notice";
        };
        String line = finding.line().isPresent() ? ",line=" + finding.line().getAsInt() : "";
        String file = escaped(finding.source()).replace(":", "%3A").replace(",", "%2C");
        return "::" + command + " file=" + file + line + "::" + escaped(finding.sentence());
    }

    private static String escaped(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private void junit(PrintWriter out) {
        long failures = files.stream().filter(file -> !failures(file).isEmpty()).count();
        out.println("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        out.printf(
                "<testsuite name=\"chartroom kind lint\" tests=\"%d\" failures=\"%d\" errors=\"0\">%n",
                files.size(), failures);
        for (Path file : files) {
            String source = DefinitionFile.source(file);
            out.printf("  <testcase classname=\"chartroom kind lint\" name=\"%s\">%n", xml(source));
            failures(file)
                    .forEach(finding -> out.printf(
                            "    <failure type=\"%s\" message=\"%s\">%s</failure>%n",
                            name(finding), xml(finding.sentence()), xml(finding.toString())));
            List<Finding> others =
                    of(file).filter(finding -> !isFailure(finding)).toList();
            if (!others.isEmpty()) {
                out.println("    <system-out>");
                others.forEach(finding -> out.println(xml(finding.toString())));
                out.println("    </system-out>");
            }
            out.println("  </testcase>");
        }
        out.println("</testsuite>");
    }

    private Stream<Finding> of(Path file) {
        String source = DefinitionFile.source(file);
        return findings.stream().filter(finding -> finding.source().equals(source));
    }

    private List<Finding> failures(Path file) {
        return of(file).filter(this::isFailure).toList();
    }

    private boolean isFailure(Finding finding) {
        return strict || finding.severity() == Severity.REFUSED;
    }

    private static String xml(String text) {
        return NOT_IN_XML
                .matcher(text)
                .replaceAll("\uFFFD")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("\n", "&#10;");
    }

    private long count(Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    private static String name(Finding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }

    private static String counted(long count, String singular, String plural) {
        return count + " " + (count == 1 ? singular : plural);
    }
}
