package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.audit.RequestAudit;
import dev.chartroom.adapters.http.audit.RequestAudits;
import dev.chartroom.adapters.http.connection.PeerCertificates;
import dev.chartroom.adapters.http.connection.RequestBody;
import dev.chartroom.adapters.http.connection.RequestStream;
import dev.chartroom.adapters.http.error.StatusResponses;
import dev.chartroom.adapters.http.limit.InFlightLimits;
import dev.chartroom.adapters.http.log.AccessLog;
import dev.chartroom.adapters.http.log.CurrentRequest;
import dev.chartroom.adapters.http.metrics.RequestMetrics;
import dev.chartroom.adapters.http.request.PatchType;
import dev.chartroom.adapters.http.request.QueryParameters;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.adapters.http.request.RequestTimeout;
import dev.chartroom.adapters.http.trace.RequestTrace;
import dev.chartroom.adapters.http.trace.RequestTraces;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.ports.audit.AuditId;
import dev.chartroom.ports.auth.Authentication;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.socket.SocketWriterException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.http2.Http2Exception;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.HttpFeature;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.UncheckedIOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The pipeline of every request: read its path, set a deadline, authenticate, check the limits, authorize, route.
 * Authorization comes before routing, so that an unauthorized client does not learn which resources exist (wire
 * contract C12).
 */
public final class KubernetesApi implements HttpFeature {
    private static final System.Logger LOG = System.getLogger(KubernetesApi.class.getName());
    private static final int MAX_AUDIT_ID = 64;
    private static final HeaderName AUDIT_ID = HeaderNames.create(AuditId.HEADER);

    private static final Set<Method> METHODS_WITHOUT_BODY = Set.of(Method.GET, Method.HEAD);

    private final AccessControl accessControl;
    private final InFlightLimits limits;
    private final ServerCapacity capacity;
    private final ResourceRoutes resources;
    private final NonResourceRoutes nonResources;
    private final StatusResponses statuses;
    private final RequestMetrics metrics;
    private final RequestAudits audits;
    private final RequestTraces traces;
    private final Predicate<List<X509Certificate>> frontProxy;
    private final Duration requestTimeout;
    private final boolean core;

    /**
     * @param frontProxy returns whether a chain of certificates, leaf first, belongs to the front proxy, whose traces
     *     go on here
     * @param core whether the core group is served
     */
    KubernetesApi(
            AccessControl accessControl,
            InFlightLimits limits,
            ServerCapacity capacity,
            ResourceRoutes resources,
            NonResourceRoutes nonResources,
            StatusResponses statuses,
            RequestMetrics metrics,
            RequestAudits audits,
            RequestTraces traces,
            Predicate<List<X509Certificate>> frontProxy,
            Duration requestTimeout,
            boolean core) {
        this.accessControl = accessControl;
        this.limits = limits;
        this.capacity = capacity;
        this.resources = resources;
        this.nonResources = nonResources;
        this.statuses = statuses;
        this.metrics = metrics;
        this.audits = audits;
        this.traces = traces;
        this.frontProxy = frontProxy;
        this.requestTimeout = requestTimeout;
        this.core = core;
    }

    @Override
    public void setup(HttpRouting.Builder routing) {
        routing.any(this::handle);
    }

    private void handle(ServerRequest request, ServerResponse response) {
        // Uses the aggregator's id, so that a request has the same id in the logs of both servers (wire contract I2).
        String auditId = request.headers()
                .first(AUDIT_ID)
                .filter(id -> id.length() <= MAX_AUDIT_ID && id.chars().allMatch(c -> c > 0x20 && c < 0x7f))
                .orElseGet(() -> UUID.randomUUID().toString());
        // The id differs for each request, so it is useless in the header table of an HTTP/2 connection.
        response.headers().set(HeaderValues.create(AUDIT_ID, true, false, auditId));
        response.headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, "no-cache, private"));
        // The rest of the body is read for a while before the connection is closed, so that the client gets the answer.
        RequestBody body = RequestBody.of(request, response);
        if (request.headers().contains(HeaderValues.CONNECTION_CLOSE)
                || request.headers().contains(HeaderNames.UPGRADE)) {
            // Helidon announces that it closes the connection, but waits for the client to close it. The server must
            // not read another request after a rejected upgrade. A client could send such a request through a proxy,
            // and the request would have the proxy's identity (CVE-2018-1002105).
            response.whenSent(() -> {
                throw new CloseConnectionException("the client asked to close or upgrade the connection");
            });
        }
        CurrentRequest current = new CurrentRequest(
                request.prologue().method().text(), request.path().rawPath());
        RequestMetrics.Running running =
                metrics.begin(request.prologue().method().text());
        RequestAudit audit = audits.begin(auditId, () -> HelidonOrigin.of(request));
        try {
            current.during(() -> AuditId.during(
                    auditId,
                    () -> traces.during(
                            name -> request.headers().first(HeaderNames.create(name)),
                            () -> frontProxy.test(PeerCertificates.of(request.remotePeer())),
                            trace -> serve(request, body, response, running, audit, trace, auditId, current))));
        } finally {
            running.end(response.status().code(), response.bytesWritten());
            audit.end(response.status().code());
        }
    }

    private void serve(
            ServerRequest request,
            RequestBody body,
            ServerResponse response,
            RequestMetrics.Running running,
            RequestAudit audit,
            RequestTrace trace,
            String auditId,
            CurrentRequest current) {
        try {
            capacity.during(() -> answer(request, body, response, running, audit, trace, auditId));
        } finally {
            int code = response.status().code();
            trace.answered(request.prologue().method().text(), code, auditId);
            AccessLog.log(current, code, response.bytesWritten());
        }
    }

    private void answer(
            ServerRequest request,
            RequestBody body,
            ServerResponse response,
            RequestMetrics.Running running,
            RequestAudit audit,
            RequestTrace trace,
            String auditId) {
        int refusal = RequestStream.current().map(RequestStream::refusal).orElse(0);
        if (refusal != 0) {
            statuses.send(request, response, StatusResponses.beforeRouting(refusal));
            return;
        }
        try {
            route(request, body, response, running, audit, trace);
        } catch (CloseConnectionException e) {
            throw e;
        } catch (ApiException e) {
            audit.failed(e.error());
            if (!sendStatus(request, response, Status.of(e.error()))) {
                throw new CloseConnectionException("failed after the response started", e);
            }
        } catch (UncheckedIOException
                | SocketWriterException
                | Http2Exception
                | DataReader.InsufficientDataAvailableException e) {
            throw clientGone(auditId, e);
        } catch (RuntimeException | Error e) {
            Optional<RequestStream> stream = RequestStream.current();
            if (stream.isPresent() && stream.get().hasClientLeft()) {
                throw clientGone(auditId, e);
            }
            audit.panicked(e);
            String what =
                    request.prologue().method().text() + " " + request.path().rawPath() + " (" + auditId + ")";
            if (stream.isEmpty()) {
                response.headers().set(HeaderValues.CONNECTION_CLOSE);
            }
            boolean sent = sendStatus(request, response, statuses.unforeseen(e, what));
            // Over HTTP/1.1, the server could read the rest of this request as the next request. If the error was not
            // sent, the answer has begun and stays incomplete.
            if (stream.isEmpty() || !sent) {
                throw new CloseConnectionException("failed: " + what, e);
            }
        }
    }

    private static CloseConnectionException clientGone(String auditId, Throwable e) {
        LOG.log(System.Logger.Level.DEBUG, "The client of request " + auditId + " closed the connection", e);
        return new CloseConnectionException("the client is gone", e);
    }

    private boolean sendStatus(ServerRequest request, ServerResponse response, Status status) {
        try {
            statuses.send(request, response, status);
            return true;
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "The server cannot send the error to the client", e);
            return false;
        }
    }

    private void route(
            ServerRequest request,
            RequestBody body,
            ServerResponse response,
            RequestMetrics.Running running,
            RequestAudit audit,
            RequestTrace trace) {
        QueryParameters query = QueryParameters.parse(request.query().rawValue());
        RequestInfo info = RequestInfo.of(
                request.prologue().method().text(), request.path().rawPath(), query, core);
        if (info instanceof RequestInfo.NonResource
                || METHODS_WITHOUT_BODY.contains(request.prologue().method())) {
            // No handler reads the body. The body would take memory while the request waits for a review, or as long as
            // a watch lasts.
            body.discard();
        }
        trace.describe(info);
        running.setLabels(
                info,
                PatchType.isApply(request.headers().first(HeaderNames.CONTENT_TYPE)),
                query.first("dryRun").isPresent());
        deadline(query, info, audit).during(() -> {
            UserInfo user = authenticate(request, info, audit);
            CurrentRequest.setUser(user);
            ServerCapacity.current().ifPresent(share -> share.countFor(FairShares.sharer(user)));
            body.countFor(user);
            try (Permit _ = limits.acquire(user, info)) {
                accessControl.authorize(info.attributes(user), audit);
                serve(new Exchange(request, body, response, query, user, running, audit), info);
            }
            return true;
        });
    }

    /**
     * Returns the deadline. A watch has no deadline, because it has its own timeout parameter (wire contract D45). A log has
     * none either.
     */
    private RequestDeadline deadline(QueryParameters query, RequestInfo info, RequestAudit audit) {
        if (info.isLongRunning()) {
            return RequestDeadline.NONE;
        }
        try {
            return RequestDeadline.in(RequestTimeout.of(query, requestTimeout));
        } catch (ApiException e) {
            audit.refused(info, e.error());
            throw e;
        }
    }

    private UserInfo authenticate(ServerRequest request, RequestInfo info, RequestAudit audit) {
        try {
            Authentication.Authenticated user = accessControl.authenticate(request);
            audit.received(info, user);
            return user.user();
        } catch (ApiException e) {
            audit.refused(info, RequestDeadline.current().cause(e).error());
            throw e;
        }
    }

    private void serve(Exchange exchange, RequestInfo info) {
        ServerRequest request = exchange.request();
        if (request.headers().contains(HeaderNames.UPGRADE)) {
            throw ApiException.badRequest("this server does not support connection upgrades");
        }
        switch (info) {
            case RequestInfo.Resource resource -> resources.route(exchange, resource);
            case RequestInfo.NonResource nonResource -> nonResources.route(exchange, nonResource);
        }
    }
}
