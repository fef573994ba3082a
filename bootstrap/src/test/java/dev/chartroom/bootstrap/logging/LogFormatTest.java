package dev.chartroom.bootstrap.logging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.log.CurrentRequest;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.audit.AuditId;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LogFormatTest {
    private static final String FORGED = "bad name x\n2026-01-01 INFO forged: all is well\u001b[2J";

    @Test
    void textHasOneLineForEachEntry() {
        String line = duringARequest(new TextFormatter());

        assertThat(line).endsWith("\n");
        assertThat(line.strip().lines())
                .singleElement()
                .asString()
                .contains(
                        " WARNING dev.chartroom.test: bad name x\\n2026-01-01 INFO forged: all is well\\u001b[2J",
                        " auditID=\"id-1\" request=\"GET /apis/g\"",
                        " thrown=\"java.lang.IllegalStateException: broken\\n\\tat ");
    }

    @Test
    void jsonHasOneObjectForEachEntry() {
        String line = duringARequest(new JsonFormatter());

        assertThat(line.strip().lines()).hasSize(1);
        JsonObject entry = (JsonObject) new JacksonCodec().parse(line.getBytes(StandardCharsets.UTF_8));
        assertThat(entry.stringOrEmpty("msg")).isEqualTo(FORGED);
        assertThat(entry.stringOrEmpty("level")).isEqualTo("WARNING");
        assertThat(entry.stringOrEmpty("logger")).isEqualTo("dev.chartroom.test");
        assertThat(entry.stringOrEmpty("auditID")).isEqualTo("id-1");
        assertThat(entry.stringOrEmpty("request")).isEqualTo("GET /apis/g");
        assertThat(entry.stringOrEmpty("thrown")).startsWith("java.lang.IllegalStateException: broken\n\tat ");
        assertThat(entry.stringOrEmpty("ts")).isNotEmpty();
    }

    @Test
    void entryOutsideOfARequestHasNoAuditId() {
        LogRecord entry = new LogRecord(Level.INFO, "started");

        assertThat(new TextFormatter().format(entry)).doesNotContain("auditID", "request", "thrown");
        assertThat(new JsonFormatter().format(entry)).doesNotContain("auditID", "request", "thrown");
    }

    private static String duringARequest(Formatter formatter) {
        LogRecord entry = new LogRecord(Level.WARNING, FORGED);
        entry.setLoggerName("dev.chartroom.test");
        entry.setThrown(new IllegalStateException("broken"));
        AtomicReference<String> line = new AtomicReference<>("");
        new CurrentRequest("GET", "/apis/g")
                .during(() -> AuditId.during("id-1", () -> line.set(formatter.format(entry))));
        return line.get();
    }
}
