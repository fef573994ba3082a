package dev.chartroom.adapters.http.audit;

import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.audit.AuditLevel;
import dev.chartroom.apimachinery.audit.AuditStage;
import dev.chartroom.apimachinery.audit.ObjectReference;
import dev.chartroom.apimachinery.audit.RecordedObjects;
import dev.chartroom.apimachinery.audit.RequestAuditConfig;
import dev.chartroom.apimachinery.audit.RequestOrigin;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.masking.ValueMask;
import dev.chartroom.ports.audit.Audit;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.json.JsonCodec;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects the facts of a request and records an event at each stage that it reaches, as upstream's WithAudit does. */
final class RecordedRequest implements RequestAudit {
    private static final System.Logger LOG = System.getLogger(RecordedRequest.class.getName());
    private static final UserInfo NOBODY = UserInfo.of("", List.of());
    private static final Set<String> VERBS_WITHOUT_BODY = Set.of("get", "list", "watch");
    /** The fields of a Status that an event contains, in their order. */
    private static final List<String> OF_STATUS = List.of("status", "message", "reason", "details");

    private final Audit audit;
    private final Events events;
    private final Supplier<RequestOrigin> origin;
    private final JsonCodec codec;

    private Events.@Nullable Subject subject;
    private @Nullable ValueMask mask;
    private AuditLevel level = AuditLevel.NONE;
    private AuditStage last = AuditStage.RESPONSE_COMPLETE;
    private boolean yetToStart;

    RecordedRequest(Audit audit, Events events, Supplier<RequestOrigin> origin, JsonCodec codec) {
        this.audit = audit;
        this.events = events;
        this.origin = origin;
        this.codec = codec;
    }

    @Override
    public void received(RequestInfo info, Authentication.Authenticated user) {
        UserInfo impersonator = user.impersonator();
        decide(
                info.attributes(impersonator == null ? user.user() : impersonator),
                impersonator == null ? null : user.user());
        yetToStart = info.isLongRunning();
        emit(AuditStage.REQUEST_RECEIVED);
    }

    @Override
    public void refused(RequestInfo info, ApiError error) {
        if (error instanceof ApiError.Forbidden impersonation) {
            received(
                    info,
                    new Authentication.Authenticated(impersonation.attributes().user()));
            return;
        }
        decide(info.attributes(NOBODY), null);
        // Without a user, upstream records only this stage.
        yetToStart = true;
        last = AuditStage.RESPONSE_STARTED;
    }

    private void decide(RequestAttributes attributes, @Nullable UserInfo impersonated) {
        RequestAuditConfig config = audit.policy().evaluate(attributes);
        level = config.level();
        if (level == AuditLevel.NONE) {
            return;
        }
        subject = new Events.Subject(config, origin.get(), attributes, impersonated);
        if (attributes instanceof RequestAttributes.Resource resource) {
            events.object = ObjectReference.of(resource);
        }
    }

    @Override
    public void annotate(String key, String value) {
        if (level != AuditLevel.NONE) {
            events.annotate(key, value);
        }
    }

    @Override
    public void annotatePatch(String key, JsonObject annotation, JsonValue patch) {
        if (level.includes(AuditLevel.REQUEST) && mask != null) {
            JsonObject shown =
                    annotation.with("patch", mask.applyToPatch(patch)).with("patchType", new JsonString("JSONPatch"));
            events.annotate(key, shown.toString());
        }
    }

    @Override
    public void setKind(ApplicationKind kind) {
        mask = kind.valueMask();
    }

    @Override
    public void requested(JsonValue body) {
        if (level != AuditLevel.NONE && body instanceof JsonObject object && events.object != null) {
            events.object = events.object.completedBy(object.objectOrEmpty("metadata"));
        }
        if (level.includes(AuditLevel.REQUEST) && mask != null) {
            events.requestObject = mask.applyToBody(shown(body));
        }
    }

    @Override
    public void requestedJsonPatch(JsonValue patch) {
        if (level.includes(AuditLevel.REQUEST) && mask != null) {
            events.requestObject = mask.applyToPatch(patch);
        }
    }

    @Override
    public void started() {
        if (yetToStart) {
            yetToStart = false;
            if (events.status == null) {
                events.status = withCode(JsonObject.EMPTY, 200);
            }
            emit(AuditStage.RESPONSE_STARTED);
        }
    }

    @Override
    public void responded(JsonObject status) {
        if (subject == null) {
            return;
        }
        JsonObject.Builder bounded = JsonObject.builder();
        OF_STATUS.forEach(field -> bounded.putIfPresent(field, status.get(field)));
        events.status = withCode(
                bounded.build(),
                status.get("code") instanceof JsonNumber code
                        ? (int) code.asLong().orElse(0)
                        : 200);
        if (recordsResponse()) {
            events.responseObject = status;
        }
    }

    @Override
    public void failed(ApiError error) {
        Status status = Status.of(error);
        // An error can quote the body of the request. If there is no body, it can quote only stored values, and only an
        // internal error does so.
        boolean mayQuote = subject != null
                && (!VERBS_WITHOUT_BODY.contains(subject.attributes().verb())
                        || status.reason() == StatusReason.INTERNAL_ERROR);
        responded(mask != null && mayQuote ? mask.statusOf(error) : status.toJson());
    }

    @Override
    public void responded(byte[] json) {
        if (!recordsResponse() || mask == null || events.responseObject != null) {
            return;
        }
        try {
            events.responseObject = mask.apply(shown(codec.parse(json)));
        } catch (ApiException e) {
            LOG.log(System.Logger.Level.WARNING, "An audit event omits the response because it cannot be parsed");
        }
    }

    @Override
    public boolean recordsResponse() {
        return level.includes(AuditLevel.REQUEST_RESPONSE);
    }

    @Override
    public void panicked(Throwable thrown) {
        last = AuditStage.PANIC;
        // The message of the exception might contain a secret.
        events.status = withCode(
                JsonObject.builder()
                        .put("status", "Failure")
                        .put(
                                "message",
                                "APIServer panic'd: " + thrown.getClass().getName())
                        .put("reason", "InternalError")
                        .build(),
                500);
    }

    @Override
    public void end(int code) {
        if (events.status == null) {
            events.status = withCode(JsonObject.EMPTY, code);
        }
        started();
        if (last != AuditStage.RESPONSE_STARTED) {
            emit(last);
        }
    }

    private void emit(AuditStage stage) {
        if (subject == null) {
            return;
        }
        try {
            events.emit(stage, subject);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "An audit event cannot be recorded", e);
        }
    }

    private JsonValue shown(JsonValue value) {
        return subject != null && subject.config().omitManagedFields()
                ? RecordedObjects.withoutManagedFields(value)
                : value;
    }

    private static JsonObject withCode(JsonObject status, int code) {
        return JsonObject.builder()
                .put("metadata", JsonObject.EMPTY)
                .putAll(status)
                .put("code", code)
                .build();
    }
}
