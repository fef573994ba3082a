package dev.chartroom.conformance;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.answer.StepAnswer;
import dev.chartroom.conformance.cases.CaseKind;
import dev.chartroom.conformance.cases.CaseLibrary;
import dev.chartroom.conformance.cases.CaseRun;
import dev.chartroom.conformance.cases.GeneratedSequence;
import dev.chartroom.conformance.cases.Parallel;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.cases.Transport;
import dev.chartroom.conformance.cluster.ClusterApi;
import dev.chartroom.conformance.cluster.ConformanceException;
import dev.chartroom.conformance.cluster.Rights;
import dev.chartroom.conformance.cluster.SchemaSource;
import dev.chartroom.conformance.cluster.TestedResource;
import dev.chartroom.conformance.cluster.Twin;
import dev.chartroom.conformance.cluster.Workspace;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import dev.chartroom.conformance.schema.ResourceSchema;
import dev.chartroom.conformance.schema.Samples;
import dev.chartroom.conformance.schema.SchemaFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A run: it sends the requests of cases to a resource and to its twin, and compares the answers. */
public final class Conformance {
    private static final int SUFFIX = 8;
    /** One of so many generated sequences has only valid values. */
    private static final int VALID_SEQUENCES = 3;

    private static final String GENERATED = "generated/";

    private final ConformanceOptions options;
    private final Transport transport;
    private final Consumer<String> progress;
    private final ClusterApi api;

    private Conformance(ConformanceOptions options, Transport transport, Consumer<String> progress) {
        this.options = options;
        this.transport = transport;
        this.progress = progress;
        this.api = ClusterApi.of(transport);
    }

    /**
     * Runs all cases that fit the resource. Removes everything that it made, also if the program is ended.
     *
     * @param progress gets lines about what the run does
     * @throws ConformanceException if the run is not possible, for example because rights are missing
     */
    public static ConformanceReport run(ConformanceOptions options, Transport transport, Consumer<String> progress) {
        return new Conformance(options, transport, progress).run();
    }

    private ConformanceReport run() {
        TestedResource resource = TestedResource.find(api, options.resource(), options.version());
        Rights.check(api, resource);
        ResourceSchema schema = schema(resource);
        Workspace workspace =
                new Workspace(api, resource, UUID.randomUUID().toString().substring(0, SUFFIX));
        Thread removal = new Thread(() -> report(workspace.remove()), "conformance-removal");
        Runtime.getRuntime().addShutdownHook(removal);
        List<CaseComparison> comparisons;
        List<String> left;
        try {
            progress.accept("makes a twin of " + resource.name() + " in the group " + Twin.GROUP);
            workspace.open(schema, Parallel.AT_A_TIME);
            comparisons = compared(resource, schema, workspace);
        } finally {
            progress.accept("removes the twin and its namespaces");
            left = workspace.remove();
            report(left);
            withoutHook(removal);
        }
        return new ConformanceReport(resource.name(), resource.version(), comparisons, left);
    }

    private void report(List<String> left) {
        left.forEach(each -> progress.accept("could not be removed: " + each));
    }

    private static void withoutHook(Thread removal) {
        try {
            Runtime.getRuntime().removeShutdownHook(removal);
        } catch (IllegalStateException _) {
            // The program is being ended, so the hook runs already.
        }
    }

    private ResourceSchema schema(TestedResource resource) {
        try {
            return options.schema()
                    .map(file -> SchemaFile.read(file.text(), file.where(), resource.version()))
                    .orElseGet(() -> SchemaSource.inCluster(api, resource));
        } catch (IllegalArgumentException e) {
            throw new ConformanceException(String.valueOf(e.getMessage()));
        }
    }

    private List<CaseComparison> compared(TestedResource resource, ResourceSchema schema, Workspace workspace) {
        CaseKind kind = kind(resource, schema, workspace);
        AcceptedRules rules = BuiltInRules.with(options.accepted(), schema);
        List<ParityCase> cases = cases(resource, schema);
        progress.accept("runs " + cases.size() + " cases");
        List<CaseComparison> comparisons =
                new ArrayList<>(Parallel.map(cases, each -> compared(each, resource, kind, rules, workspace)));
        comparisons.removeIf(each -> each.steps().isEmpty());
        comparisons.addAll(checks(resource, rules, workspace));
        return comparisons;
    }

    private List<CaseComparison> checks(TestedResource resource, AcceptedRules rules, Workspace workspace) {
        Side tested = new Side(transport, resource.group());
        List<CaseComparison> checks = new ArrayList<>();
        MethodChecks methods = new MethodChecks(tested, resource, rules);
        checks.addAll(
                resource.namespaced()
                        ? workspace.inNamespace(namespace -> methods.run("/namespaces/" + namespace))
                        : methods.run(""));
        if (!resource.isWritable()) {
            checks.addAll(new ItemChecks(tested, resource, rules).run());
        }
        return checks;
    }

    private CaseKind kind(TestedResource resource, ResourceSchema schema, Workspace workspace) {
        Optional<List<JsonObject>> samples = resource.isWritable()
                ? workspace.inNamespace(namespace -> Samples.of(
                        schema.fieldsWithSpec(),
                        CaseKind.SAMPLES,
                        fields -> Candidate.isValid(new Side(transport, Twin.GROUP), resource, namespace, fields)))
                : Optional.empty();
        if (resource.isWritable() && samples.isEmpty()) {
            progress.accept("no valid object can be generated from the schema, so most cases compare only rejections");
        }
        return new CaseKind(
                resource.kind(),
                resource.kind() + "List",
                resource.plural(),
                resource.version(),
                Optional.empty(),
                samples.orElse(Collections.nCopies(CaseKind.SAMPLES, JsonObject.of("spec", JsonObject.EMPTY))));
    }

    /** Returns the cases whose requests the resource allows, without those that could touch objects of others. */
    private List<ParityCase> cases(TestedResource resource, ResourceSchema schema) {
        List<ParityCase> cases = new ArrayList<>(CaseLibrary.all());
        if (!resource.isWritable()) {
            cases.removeIf(each -> !ReadOnly.fits(each));
        }
        cases.removeIf(each -> !resource.verbs().containsAll(VerbNeeds.of(each)));
        if (resource.isWritable()) {
            IntStream.range(0, options.sequences()).forEach(i -> cases.add(sequence(resource, schema, i)));
        }
        return cases;
    }

    private ParityCase sequence(TestedResource resource, ResourceSchema schema, int index) {
        long seed = options.seed() + index;
        JsonObject fields = schema.fieldsWithSpec();
        return GeneratedSequence.of(
                GENERATED + resource.plural(),
                "seed-" + seed,
                resource.kind(),
                seed,
                index % VALID_SEQUENCES != 0,
                values -> values.object(fields));
    }

    private CaseComparison compared(
            ParityCase parityCase, TestedResource resource, CaseKind kind, AcceptedRules rules, Workspace workspace) {
        workspace.checkNotEnded();
        return resource.namespaced()
                ? workspace.inNamespace(namespace -> compared(parityCase, resource, kind, rules, namespace))
                : compared(parityCase, resource, kind, rules, "");
    }

    private CaseComparison compared(
            ParityCase parityCase, TestedResource resource, CaseKind kind, AcceptedRules rules, String namespace) {
        Side twin = new Side(transport, Twin.GROUP);
        Side tested = new Side(transport, resource.group());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var theirs = CompletableFuture.supplyAsync(() -> CaseRun.run(parityCase, kind, twin, namespace), threads);
            var answers =
                    CompletableFuture.supplyAsync(() -> CaseRun.run(parityCase, kind, tested, namespace), threads);
            return compared(parityCase, theirs.join(), answers.join(), resource, rules);
        }
    }

    private static CaseComparison compared(
            ParityCase parityCase,
            List<StepAnswer> twin,
            List<StepAnswer> tested,
            TestedResource resource,
            AcceptedRules rules) {
        if (!resource.isWritable()) {
            return CaseComparison.of(
                    parityCase, ReadOnly.withoutObjects(twin, tested), ReadOnly.withoutObjects(tested, twin), rules);
        }
        CaseComparison comparison = CaseComparison.of(parityCase, twin, tested, rules);
        return parityCase.topic().startsWith(GENERATED) ? comparison.upToFirstDifference() : comparison;
    }
}
