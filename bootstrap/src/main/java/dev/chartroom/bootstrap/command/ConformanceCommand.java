package dev.chartroom.bootstrap.command;

import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.FileProblem;
import dev.chartroom.bootstrap.conformance.ClusterTransport;
import dev.chartroom.conformance.Conformance;
import dev.chartroom.conformance.ConformanceOptions;
import dev.chartroom.conformance.ConformanceReport;
import dev.chartroom.conformance.cluster.ConformanceException;
import dev.chartroom.conformance.comparison.AcceptedRules;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code chartroom conformance}. */
@Command(
        name = "conformance",
        description = {
            "Compares a resource of any API server with a CustomResourceDefinition that has the same schema.",
            "Sends the same requests to both, in namespaces of its own, and prints the differences of the answers.",
            "Removes everything that it made, also after Ctrl-C."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:there is no difference, or all differences are accepted",
            "1:there is a difference that no rule accepts",
            "2:the command line is invalid, the cluster does not answer, or the user lacks a right"
        })
final class ConformanceCommand extends ClusterCommand {
    /** The runs of the rules that apply to a set. Chartroom's objects are HelmReleases here. */
    private static final String[] RUNS = {"helmrelease", "generated", "conformance"};

    /** The format of the report. */
    enum Format {
        table,
        json
    }

    @Spec
    private CommandSpec spec;

    // The standard options would include --version, which is the version of the resource here.
    @SuppressWarnings("UnusedVariable") // picocli prints the usage if it is set
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help message and exit.")
    private boolean help;

    @Option(
            names = "--resource",
            required = true,
            paramLabel = "PLURAL.GROUP",
            description = "The resource, such as redises.apps.example.com.")
    private String resource;

    @Option(
            names = "--version",
            paramLabel = "VERSION",
            description = "The version of the resource (the version that the cluster prefers).")
    private @Nullable String version;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "The schema: a CustomResourceDefinition, a KindDefinition, or an OpenAPI v3 schema of the"
                    + " object or its spec (the schema in the cluster).")
    private @Nullable Path schema;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The seed of the first generated sequence of requests (${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--sequences",
            paramLabel = "N",
            description = "The number of generated sequences, each with the next seed (${DEFAULT-VALUE}).")
    private int sequences = 30;

    @Option(
            names = "--accept",
            paramLabel = "FILE",
            description = "A file with the accepted differences, or chartroom for those of Chartroom. Repeatable.")
    private List<String> accepted = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "The output format: table or json (${DEFAULT-VALUE}).")
    private Format format = Format.table;

    @Override
    public Integer call() {
        if (sequences < 0) {
            throw new ConfigException("--sequences " + sequences + ": must not be negative");
        }
        ConformanceOptions options = new ConformanceOptions(
                resource,
                Optional.ofNullable(version),
                Optional.ofNullable(schema)
                        .map(file -> new ConformanceOptions.SchemaText(read(file, "--schema"), "--schema " + file)),
                seed,
                sequences,
                rules());
        PrintWriter err = spec.commandLine().getErr();
        try (ClusterTransport transport = new ClusterTransport(kubeconfig().client())) {
            ConformanceReport report = Conformance.run(options, transport, line -> err.println("conformance: " + line));
            print(report);
            return report.hasDifferences() ? 1 : 0;
        } catch (ConformanceException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }

    private AcceptedRules rules() {
        AcceptedRules rules = AcceptedRules.none();
        for (String name : accepted) {
            rules = rules.with(
                    AcceptedRules.SHIPPED.contains(name)
                            ? AcceptedRules.shipped(name, RUNS)
                            : rules(Path.of(name), "--accept " + name));
        }
        return rules;
    }

    private static AcceptedRules rules(Path file, String where) {
        try {
            return AcceptedRules.read(read(file, "--accept"), where);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(String.valueOf(e.getMessage()));
        }
    }

    private static String read(Path file, String option) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new ConfigException(option + " " + file + ": " + FileProblem.of(e, file));
        }
    }

    private void print(ConformanceReport report) {
        PrintWriter out = spec.commandLine().getOut();
        switch (format) {
            case json -> out.println(report.json());
            case table -> report.lines().forEach(out::println);
        }
        out.flush();
    }
}
