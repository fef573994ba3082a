package dev.chartroom.bootstrap.tracing;

import io.opentelemetry.api.common.AttributeKey;

/** The attributes of spans, under the names of OpenTelemetry's conventions where it has one. */
final class TraceAttributes {
    static final AttributeKey<String> AUDIT_ID = AttributeKey.stringKey("k8s.audit.id");
    static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    static final AttributeKey<Long> CODE = AttributeKey.longKey("http.response.status_code");
    static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
    static final AttributeKey<String> NAMESPACE = AttributeKey.stringKey("k8s.namespace.name");

    private TraceAttributes() {}
}
