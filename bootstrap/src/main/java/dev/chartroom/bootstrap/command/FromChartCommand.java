package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.json.YamlLayoutReader;
import dev.chartroom.adapters.json.YamlWriter;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.fetch.ChartDownload;
import dev.chartroom.charts.Chart;
import dev.chartroom.charts.ChartKind;
import dev.chartroom.charts.KindChoices;
import dev.chartroom.charts.KindChoices.ChartRef;
import dev.chartroom.charts.archive.ChartReader;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.definition.FromChart;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.ports.kind.UnreadableChartException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code chartroom kind from-chart}. */
@Command(
        name = "from-chart",
        description = {
            "Prints a kind definition for a chart.",
            "The schema comes from values.schema.json, or else from values.yaml and its comments. Standard error lists"
                    + " what the schema leaves open and why, and the placeholders for missing options."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:the definition is printed",
            "1:the chart cannot be read, or a server would refuse the definition"
        })
final class FromChartCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    // Not the standard mixin, because --version is that of the chart, as in Helm.
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    @SuppressWarnings("unused") // picocli evaluates it
    private boolean help;

    @Parameters(
            paramLabel = "CHART",
            description = "A folder, an archive, oci://HOST/NAME, the URL of an archive, or with --repo a name.")
    private String chart;

    @Option(
            names = "--repo",
            paramLabel = "URL",
            description = "The repository of the chart: https://, http:// or oci://.")
    private @Nullable String repository;

    @Option(
            names = "--version",
            paramLabel = "VERSION",
            description = "The version of the chart in a repository or registry, or a range (the latest one).")
    private @Nullable String version;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "The authorities of the repository's certificate, in PEM (those of Java).")
    private @Nullable Path authorities;

    @Option(names = "--plain-http", description = "Use a registry (oci://) without encryption.")
    private boolean plainHttp;

    @Option(names = "--group", paramLabel = "GROUP", description = "The API group of the kind.")
    private @Nullable String group;

    @Option(names = "--kind", paramLabel = "KIND", description = "The kind (the chart's name in CamelCase).")
    private @Nullable String kind;

    @Option(names = "--plural", paramLabel = "PLURAL", description = "The resource (the plural of the kind).")
    private @Nullable String plural;

    @Option(
            names = "--prefix",
            paramLabel = "PREFIX",
            description = "The prefix of release names (the chart's name and a dash).")
    private @Nullable String prefix;

    @Option(
            names = "--chart-ref",
            paramLabel = "KIND/NAMESPACE/NAME",
            converter = ChartRefConverter.class,
            description = "The Flux object with the chart: an OCIRepository, a HelmChart or an ExternalArtifact.")
    private @Nullable ChartRef chartRef;

    @Option(names = "--api-version", paramLabel = "VERSION", description = "The version of the API (v1alpha1).")
    private @Nullable String apiVersion;

    @Option(
            names = "--follow",
            description = "Print a definition that follows the chart, instead of one with the chart's current schema.")
    private boolean follow;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        JacksonCodec codec = new JacksonCodec();
        CelExpressions expressions = new CelExpressions();
        ChartKind made;
        try {
            made = ChartKind.of(
                    read(new ChartReader(codec, new YamlLayoutReader())),
                    new KindChoices(group, kind, plural, prefix, chartRef, apiVersion),
                    expressions);
        } catch (UnreadableChartException | IllegalArgumentException e) {
            err.println("chartroom: " + e.getMessage());
            return 1;
        }
        made.remarks().forEach(remark -> err.println("chartroom: " + remark));
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> codec.parse(text.getBytes(StandardCharsets.UTF_8)),
                expressions);
        return switch (reader.read(chart, made.definition())) {
            case Declaration.Valid _ -> {
                JsonObject definition = follow ? FromChart.following(made.definition()) : made.definition();
                byte[] yaml = YamlWriter.write(JacksonCodec.ofStored().encode(definition));
                PrintWriter out = spec.commandLine().getOut();
                out.print(new String(yaml, StandardCharsets.UTF_8));
                out.flush();
                yield 0;
            }
            case Declaration.Refused refused -> {
                refused.problems().forEach(problem -> err.println("chartroom: refused: " + problem));
                yield 1;
            }
        };
    }

    private Chart read(ChartReader reader) throws UnreadableChartException {
        ChartDownload download = new ChartDownload(chart, repository, version, authorities, plainHttp);
        if (download.isRemote()) {
            return reader.read(download.archive(
                    System.getenv(), Path.of(System.getProperty("user.home")), JacksonCodec.ofStored()));
        }
        if (version != null) {
            throw new UnreadableChartException("--version: requires --repo or oci://");
        }
        try {
            return reader.read(Path.of(chart));
        } catch (InvalidPathException _) {
            throw new UnreadableChartException("\"" + chart + "\" is no path");
        }
    }

    /** Reads {@code KIND/NAMESPACE/NAME}. */
    static final class ChartRefConverter implements ITypeConverter<ChartRef> {
        @Override
        public ChartRef convert(String value) {
            try {
                return ChartRef.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
