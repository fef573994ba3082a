package dev.chartroom.bootstrap.logging;

import dev.chartroom.adapters.http.log.CurrentRequest;
import dev.chartroom.ports.audit.AuditId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the log.
 *
 * @param auditId the id of the request on whose behalf the entry is; empty if there is none
 * @param request the method and path of that request; empty if there is none
 * @param thrown the stack trace; empty if there is none
 */
record LogEntry(String message, String auditId, String request, String thrown) {

    /** To be called on the thread that logs, because the request is that of the thread. */
    static LogEntry of(Formatter formatter, LogRecord entry) {
        return new LogEntry(
                formatter.formatMessage(entry),
                AuditId.current().orElse(""),
                CurrentRequest.current().map(CurrentRequest::toString).orElse(""),
                trace(entry.getThrown()));
    }

    private static String trace(@Nullable Throwable thrown) {
        if (thrown == null) {
            return "";
        }
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        return trace.toString().strip();
    }
}
