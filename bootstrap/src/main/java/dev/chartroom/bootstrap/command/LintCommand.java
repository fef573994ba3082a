package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.FileProblem;
import dev.chartroom.bootstrap.kinds.DefinitionLint;
import dev.chartroom.bootstrap.kinds.LintReport;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.ports.kind.DefinitionDocument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
            "1:a server would refuse a definition; with --strict: there is a warning or advice",
            "2:the command line is invalid, or a folder has no definition"
        },
        mixinStandardHelpOptions = true)
final class LintCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE|FOLDER",
            arity = "1..*",
            description = "Definition files, each with one definition; folders of such files; - for standard input.")
    private List<Path> arguments;

    @Option(names = "--strict", description = "Fail on warnings and advice, too.")
    private boolean strict;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "The output format: text, json, github or junit (${DEFAULT-VALUE}).")
    private LintReport.Format format = LintReport.Format.text;

    @Override
    public Integer call() {
        JacksonCodec codec = new JacksonCodec();
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> codec.parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions());
        List<Path> files =
                arguments.stream().flatMap(LintCommand::files).distinct().toList();
        LintReport report = new LintReport(
                files, new DefinitionLint(codec, new YamlLayoutReader(), reader).findings(files), strict);
        report.print(format, spec.commandLine().getOut());
        return report.isFailed() ? 1 : 0;
    }

    /** Returns the files of a folder that a server would read, in the same order. */
    private static Stream<Path> files(Path argument) {
        if (!Files.isDirectory(argument)) {
            return Stream.of(argument);
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(argument)) {
            files = all.filter(file -> DefinitionDocument.isDefinitionFile(file.toString()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ConfigException(argument + ": " + FileProblem.of(e, argument));
        }
        if (files.isEmpty()) {
            throw new ConfigException(argument + ": the folder has no definition file");
        }
        return files.stream();
    }
}
