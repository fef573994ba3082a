package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.bootstrap.kinds.DefinitionLint;
import dev.chartroom.bootstrap.kinds.Finding;
import dev.chartroom.bootstrap.kinds.Finding.Severity;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chartroom kind lint}. */
@Command(
        name = "lint",
        description = {
            "Checks kind definitions: prints the refusals and warnings that a server would report, and advice.",
            "Treats the files as the definitions of one server: if two use the same name, the second is refused."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:a server would serve every definition",
            "1:a server would refuse a definition; with --strict: there is a warning or advice"
        },
        mixinStandardHelpOptions = true)
final class LintCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Definition files, each with one definition.")
    private List<Path> files;

    @Option(names = "--strict", description = "Fail on warnings and advice, too.")
    private boolean strict;

    @Override
    public Integer call() {
        JacksonCodec codec = new JacksonCodec();
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> codec.parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions());
        List<Finding> findings = new DefinitionLint(codec, new YamlLayoutReader(), reader).findings(files);
        PrintWriter out = spec.commandLine().getOut();
        findings.forEach(out::println);
        out.printf(
                "%s: %s, %s, %s%n",
                counted(files.size(), "file", "files"),
                counted(count(findings, Severity.REFUSED), "refusal", "refusals"),
                counted(count(findings, Severity.WARNING), "warning", "warnings"),
                counted(count(findings, Severity.ADVICE), "piece of advice", "pieces of advice"));
        out.flush();
        return count(findings, Severity.REFUSED) > 0 || (strict && !findings.isEmpty()) ? 1 : 0;
    }

    private static long count(List<Finding> findings, Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    private static String counted(long count, String singular, String plural) {
        return count + " " + (count == 1 ? singular : plural);
    }
}
