package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.Spelling;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.kinds.DefinitionFiles;
import dev.chartroom.bootstrap.kinds.PrintedSchemas;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeclaredKind;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code chartroom kind schema}. */
@Command(
        name = "schema",
        description = {
            "Prints the schema of a kind for editors, validators such as kubeconform, and policy engines.",
            "WARNING: Do not apply the output. The server serves the kind without it."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {"0:the schema is printed", "2:the definition is refused, or the command line is invalid"},
        mixinStandardHelpOptions = true)
final class SchemaCommand implements Callable<Integer> {
    private static final String NOTE = """
            # For editors, validators and policy engines only. Do not apply this file to a cluster:
            # Chartroom serves the kind without it, and a CustomResourceDefinition would replace it.
            """;

    /** The constants are the values of the option. */
    enum Format {
        CRD("crd"),
        JSON_SCHEMA("json-schema");

        private final String text;

        Format(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file of the definition; - for standard input.")
    private Path file;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "json-schema",
            converter = FormatConverter.class,
            completionCandidates = FormatConverter.class,
            description = "The format: crd or json-schema (${DEFAULT-VALUE}).")
    private Format format;

    @Option(
            names = "--api-version",
            paramLabel = "VERSION",
            description = "The version of the kind, with --format json-schema (the stored version).")
    private @Nullable String version;

    @Override
    public Integer call() {
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> new JacksonCodec().parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions());
        DeclaredKind declared = new DefinitionFiles(
                        new JacksonCodec(), new YamlLayoutReader(), reader, UnaryOperator.identity())
                .kind(file);
        PrintWriter out = spec.commandLine().getOut();
        out.print(
                switch (format) {
                    case CRD -> NOTE + yaml(PrintedSchemas.crd(declared));
                    case JSON_SCHEMA -> PrintedSchemas.jsonSchema(kind(declared)) + "\n";
                });
        out.flush();
        return 0;
    }

    private ApplicationKind kind(DeclaredKind declared) {
        String wanted = version;
        if (wanted == null) {
            return declared.stored();
        }
        return declared.served(wanted).orElseThrow(() -> {
            List<String> known =
                    declared.served().stream().map(ApplicationKind::version).toList();
            return new ConfigException("--api-version: the definition does not serve \"" + wanted + "\""
                    + Spelling.question(wanted, known));
        });
    }

    private static String yaml(JsonObject object) {
        return new String(YamlWriter.write(JacksonCodec.ofStored().encode(object)), StandardCharsets.UTF_8);
    }

    /** Reads a format by its name in the option. */
    static final class FormatConverter implements ITypeConverter<Format>, Iterable<String> {
        @Override
        public Format convert(String value) {
            return Stream.of(Format.values())
                    .filter(format -> format.text.equals(value))
                    .findFirst()
                    .orElseThrow(
                            () -> new TypeConversionException("must be crd or json-schema, not \"" + value + "\""));
        }

        @Override
        public Iterator<String> iterator() {
            return Stream.of(Format.values()).map(Format::toString).iterator();
        }
    }
}
