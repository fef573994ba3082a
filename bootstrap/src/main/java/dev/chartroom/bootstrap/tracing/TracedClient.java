package dev.chartroom.bootstrap.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/** Records each request to the kube-apiserver that a request causes, and passes the trace on. */
record TracedClient(Tracer tracer) implements Interceptor {

    @Override
    public Response intercept(Chain chain) throws IOException {
        if (!Span.current().isRecording()) {
            return chain.proceed(passedOn(chain.request()));
        }
        Span span = tracer.spanBuilder(chain.request().method())
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(TraceAttributes.METHOD, chain.request().method())
                .setAttribute(TraceAttributes.PATH, chain.request().url().encodedPath())
                .startSpan();
        try (Scope _ = span.makeCurrent()) {
            Response response = chain.proceed(passedOn(chain.request()));
            span.setAttribute(TraceAttributes.CODE, (long) response.code());
            return response;
        } finally {
            span.end();
        }
    }

    /** Returns a request with the trace of the current thread in its headers. */
    private static Request passedOn(Request request) {
        Request.Builder builder = request.newBuilder();
        W3CTraceContextPropagator.getInstance().inject(Context.current(), builder, (to, name, value) -> {
            if (to != null) {
                to.header(name, value);
            }
        });
        return builder.build();
    }
}
