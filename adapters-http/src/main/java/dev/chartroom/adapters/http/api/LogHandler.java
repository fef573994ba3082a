package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.request.LogParameters;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.subresource.ApplicationLog;
import dev.chartroom.core.subresource.ApplicationLogs;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.LogOptions;
import io.helidon.common.socket.SocketWriterException;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.http2.Http2Exception;
import io.helidon.webserver.CloseConnectionException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Handles the subresource log: sends lines as they come, until the client, the log or the server ends it. */
final class LogHandler {
    private static final System.Logger LOG = System.getLogger(LogHandler.class.getName());

    /** The time until the first line is waited for. The log itself has no such limit. */
    private static final Duration OPENING = Duration.ofSeconds(30);

    private final Optional<ApplicationLogs> logs;
    private final Set<ApplicationLog> running = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    /** @param logs empty if the objects have no releases */
    LogHandler(Optional<ApplicationLogs> logs) {
        this.logs = logs;
    }

    void handle(Exchange exchange, ApplicationKind kind, RequestInfo.Resource info) {
        ApplicationLogs releases =
                logs.orElseThrow(() -> new ApiException(new ApiError.NotFound(kind.groupResource(), info.name())));
        LogOptions options = LogParameters.of(exchange.query());
        try (ApplicationLog log = RequestDeadline.in(OPENING)
                .during(() -> releases.open(kind, info.namespacedName(), exchange.user(), options))) {
            ServerCapacity.current().ifPresent(ServerCapacity.Share::release);
            exchange.contentType("text/plain");
            exchange.response().headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, "no-store, private"));
            if (exchange.isHead()) {
                exchange.response().send();
                return;
            }
            exchange.requestBody().whenClientLeaves(log::cancel);
            running.add(log);
            if (ending) {
                log.cancel();
            }
            exchange.audit().started();
            try {
                send(log, exchange);
            } finally {
                running.remove(log);
            }
        }
    }

    /** Ends every log, including those that are about to begin. */
    void endAll() {
        ending = true;
        running.forEach(ApplicationLog::cancel);
    }

    private static void send(ApplicationLog log, Exchange exchange) {
        try (OutputStream response = exchange.response().outputStream();
                OutputStream out = new BufferedOutputStream(response)) {
            response.write(exchange.requestBody().opening());
            response.flush();
            for (byte[] line = log.next(); line != null; line = log.next()) {
                out.write(line);
                if (log.isIdle()) {
                    out.flush();
                }
            }
        } catch (IOException | UncheckedIOException | CloseConnectionException | SocketWriterException e) {
            LOG.log(System.Logger.Level.DEBUG, "The client of a log closed the connection", e);
        } catch (Http2Exception e) {
            // Ends the stream as broken: a line might have been sent in part.
            throw new CloseConnectionException("the client of a log does not read", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
