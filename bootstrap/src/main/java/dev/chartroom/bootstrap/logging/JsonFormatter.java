package dev.chartroom.bootstrap.logging;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** Writes each entry as one line with a JSON object. */
public final class JsonFormatter extends Formatter {

    @Override
    public String format(LogRecord entry) {
        LogEntry content = LogEntry.of(this, entry);
        JsonObject.Builder json = JsonObject.builder()
                .put("ts", entry.getInstant().toString())
                .put("level", entry.getLevel().getName())
                .put("logger", String.valueOf(entry.getLoggerName()))
                .put("msg", content.message());
        add(json, "auditID", content.auditId());
        add(json, "request", content.request());
        add(json, "thrown", content.thrown());
        return json.build() + "\n";
    }

    private static void add(JsonObject.Builder json, String key, String value) {
        if (!value.isEmpty()) {
            json.put(key, value);
        }
    }
}
