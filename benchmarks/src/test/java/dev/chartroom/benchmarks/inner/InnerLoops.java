package dev.chartroom.benchmarks.inner;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.benchmarks.data.BenchmarkKinds;
import dev.chartroom.benchmarks.data.SampleApplication;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.table.TableLayout;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Each method works on one object of the side-by-side measurement. Results are microseconds and bytes per object. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class InnerLoops {
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");

    private final ApplicationKind kind = BenchmarkKinds.postgres();
    private final JacksonCodec codec = JacksonCodec.ofStored();
    private final JsonObject release = SampleApplication.of(kind, 7).storedRelease();
    private final byte[] stored = codec.encode(release);
    private final Application application = ReleaseConverter.toApplication(kind, release);
    private final JsonObject spec = Objects.requireNonNull(application.spec());
    private final JsonObject live = application
            .withSpec(SchemaDefaulter.withDefaults(kind.schema(), spec))
            .toJson();
    private final LabelSelector selector = LabelSelector.parse("tier in (gold,standard),team=team-7,!old");
    private final JsonObject configuration = (JsonObject) JsonText.parse("""
            {"apiVersion":"%s","kind":"%s","metadata":{"name":"%s","namespace":"%s","labels":{"tier":"gold"}},
             "spec":{"replicas":5,"storage":{"size":"20Gi"},"databases":[{"name":"ledger","owner":"orders_owner"}]}}""".formatted(
                    kind.gvk().apiVersion(),
                    kind.gvk().kind(),
                    application.metadata().name(),
                    application.metadata().namespace()));

    /** Parses the JSON of a release. */
    @Benchmark
    public JsonValue parse() {
        return codec.parse(stored);
    }

    /** Converts a release to an application. */
    @Benchmark
    public Application conversion() {
        return ReleaseConverter.toApplication(kind, release);
    }

    /** Adds the defaults to the spec of an application. */
    @Benchmark
    public JsonObject defaults() {
        return SchemaDefaulter.withDefaults(kind.schema(), spec);
    }

    /** Encodes an application as JSON. */
    @Benchmark
    public byte[] encoding() {
        return codec.encode(application.toJson());
    }

    /** Matches a selector of three requirements with an application. */
    @Benchmark
    public boolean selectorMatch() {
        return selector.matches(application.metadata().labels());
    }

    /** Converts an application to the cells of a table row. */
    @Benchmark
    public List<JsonValue> tableRow() {
        return TableLayout.of(List.of()).row(application, application.toJson()).cells(NOW);
    }

    /** Applies a configuration of four fields to an application, by force. */
    @Benchmark
    public JsonObject applyMerge() {
        return kind.fieldOwnership().apply(live, configuration, "bench", true, "", NOW);
    }

    /** Measures all methods, with their allocations. */
    public static void run() {
        try {
            new Runner(new OptionsBuilder()
                            .include(InnerLoops.class.getName())
                            .addProfiler("gc")
                            .build())
                    .run();
        } catch (RunnerException e) {
            throw new IllegalStateException(e);
        }
    }
}
