package dev.chartroom.adapters.http.api;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.core.subresource.ApplicationLog;
import dev.chartroom.core.subresource.ApplicationLogs;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.LogOptions;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Logs whose lines a test decides. All of them share the lines. */
final class ScriptedLogs implements ApplicationLogs {
    private static final String END = "";

    final Set<LogOptions> open = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    void print(String line) {
        lines.add(line);
    }

    void end() {
        lines.add(END);
    }

    @Override
    public ApplicationLog open(ApplicationKind kind, NamespacedName name, UserInfo user, LogOptions options) {
        open.add(options);
        return new ApplicationLog() {
            @Override
            public byte @Nullable [] next() throws InterruptedException {
                String line = lines.take();
                return line.equals(END) ? null : (line + "\n").getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public boolean isIdle() {
                return options.follow() && lines.isEmpty();
            }

            @Override
            public void cancel() {
                end();
            }

            @Override
            public void close() {
                open.remove(options);
            }
        };
    }
}
