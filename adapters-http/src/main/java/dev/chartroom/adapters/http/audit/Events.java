package dev.chartroom.adapters.http.audit;

import dev.chartroom.apimachinery.audit.AuditEvent;
import dev.chartroom.apimachinery.audit.AuditStage;
import dev.chartroom.apimachinery.audit.ObjectReference;
import dev.chartroom.apimachinery.audit.RequestAuditConfig;
import dev.chartroom.apimachinery.audit.RequestOrigin;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.ports.audit.AuditSink;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The facts of a request that are known so far. At each stage, these facts become an event. */
final class Events {
    private final String auditId;
    private final Clock clock;
    private final Runnable counter;
    private final AuditSink sink;
    private final Instant received;
    private final Map<String, String> annotations = new HashMap<>();

    @Nullable
    ObjectReference object;

    @Nullable
    JsonObject status;

    @Nullable
    JsonValue requestObject;

    @Nullable
    JsonValue responseObject;

    Events(String auditId, Clock clock, Runnable counter, AuditSink sink) {
        this.auditId = auditId;
        this.clock = clock;
        this.counter = counter;
        this.sink = sink;
        this.received = clock.instant();
    }

    /** The common parts of the events of one request. */
    record Subject(
            RequestAuditConfig config,
            RequestOrigin origin,
            RequestAttributes attributes,
            @Nullable UserInfo impersonated) {}

    void annotate(String key, String value) {
        annotations.putIfAbsent(key, value);
    }

    void emit(AuditStage stage, Subject subject) {
        if (subject.config().omitStages().contains(stage)) {
            return;
        }
        counter.run();
        sink.record(new AuditEvent(
                auditId,
                subject.config().level(),
                stage,
                received,
                stage == AuditStage.REQUEST_RECEIVED ? received : clock.instant(),
                subject.origin(),
                subject.attributes(),
                subject.impersonated(),
                object,
                status,
                requestObject,
                responseObject,
                annotations));
    }
}
