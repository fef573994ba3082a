package dev.chartroom.bootstrap.tracing;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.adapters.http.trace.RequestTrace;
import dev.chartroom.adapters.http.trace.RequestTraces;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ServerConfig;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Traces by OTLP over HTTP. A bounded queue holds the spans until they are sent: if the collector is too slow or down,
 * spans are lost, and no request waits.
 */
final class OpenTelemetryTraces implements RequestTraces, Spans, AutoCloseable {
    private static final double MILLION = 1_000_000;
    private static final int SERVER_ERROR = 500;
    private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SCHEDULE = Duration.ofSeconds(1);
    private static final int SHUTDOWN_SECONDS = 5;
    private static final W3CTraceContextPropagator CONTEXT = W3CTraceContextPropagator.getInstance();

    private final SdkTracerProvider provider;
    private final Tracer tracer;

    private OpenTelemetryTraces(SdkTracerProvider provider) {
        this.provider = provider;
        this.tracer = provider.get("chartroom");
    }

    static OpenTelemetryTraces start(ServerConfig.Traces config, String version) {
        OtlpHttpSpanExporterBuilder exporter =
                OtlpHttpSpanExporter.builder().setEndpoint(config.endpoint()).setTimeout(EXPORT_TIMEOUT);
        if (config.caFile() != null) {
            exporter.setTrustedCertificates(read(config.caFile()));
        }
        Attributes service = Attributes.builder()
                .put("service.name", "chartroom")
                .put("service.version", version)
                .build();
        return new OpenTelemetryTraces(SdkTracerProvider.builder()
                .setResource(Resource.create(service))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(config.perMillion() / MILLION)))
                .addSpanProcessor(BatchSpanProcessor.builder(exporter.build())
                        .setScheduleDelay(SCHEDULE)
                        .build())
                .build());
    }

    private static byte[] read(String file) {
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (IOException e) {
            throw new ConfigException("traces.caFile: cannot be read: " + e.getMessage());
        }
    }

    /** Returns the client of the kube-apiserver that belongs to these traces. */
    TracedClient client() {
        return new TracedClient(tracer);
    }

    @Override
    public void during(
            Function<String, Optional<String>> headers, BooleanSupplier isTrusted, Consumer<RequestTrace> request) {
        Span span = begun(headers, isTrusted);
        try (Scope _ = span.makeCurrent()) {
            request.accept(new ServerSpan(span));
        } finally {
            span.end();
        }
    }

    private Span begun(Function<String, Optional<String>> headers, BooleanSupplier isTrusted) {
        SpanBuilder builder =
                tracer.spanBuilder("request").setSpanKind(SpanKind.SERVER).setNoParent();
        Context remote = CONTEXT.extract(Context.root(), headers, Headers.GETTER);
        SpanContext theirs = Span.fromContext(remote).getSpanContext();
        if (theirs.isValid() && isTrusted.getAsBoolean()) {
            builder.setParent(remote);
        } else if (theirs.isValid()) {
            builder.addLink(theirs);
        }
        return builder.startSpan();
    }

    private record ServerSpan(Span span) implements RequestTrace {

        @Override
        public void describe(RequestInfo info) {
            if (!span.isRecording()) {
                return;
            }
            switch (info) {
                case RequestInfo.Resource resource -> {
                    String subresource = resource.subresource().isEmpty() ? "" : "/" + resource.subresource();
                    span.updateName(resource.verb() + " " + resource.resource() + subresource + "." + resource.group());
                    if (!resource.namespace().isEmpty()) {
                        span.setAttribute(TraceAttributes.NAMESPACE, resource.namespace());
                    }
                }
                case RequestInfo.NonResource other -> span.setAttribute(TraceAttributes.PATH, other.path());
            }
        }

        @Override
        public void answered(String method, int code, String auditId) {
            span.setAttribute(TraceAttributes.METHOD, method)
                    .setAttribute(TraceAttributes.CODE, (long) code)
                    .setAttribute(TraceAttributes.AUDIT_ID, auditId);
            if (code >= SERVER_ERROR) {
                span.setStatus(StatusCode.ERROR);
            }
        }
    }

    @Override
    public <T> T during(String name, Supplier<T> part) {
        if (!Span.current().isRecording()) {
            return part.get();
        }
        Span span = tracer.spanBuilder(name).startSpan();
        try (Scope _ = span.makeCurrent()) {
            return part.get();
        } catch (RuntimeException e) {
            // The message of an error may quote values of an object.
            span.setStatus(StatusCode.ERROR, e.getClass().getSimpleName());
            throw e;
        } finally {
            span.end();
        }
    }

    /** Sends what is recorded, for a few seconds at most. */
    @Override
    public void close() {
        provider.shutdown().join(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    }

    /** Reads the headers of a request. */
    private enum Headers implements TextMapGetter<Function<String, Optional<String>>> {
        GETTER;

        @Override
        public @Nullable String get(@Nullable Function<String, Optional<String>> headers, String name) {
            return headers == null ? null : headers.apply(name).orElse(null);
        }
    }
}
