package dev.chartroom.e2e.controlplane;

import dev.chartroom.e2e.harness.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;

/** A server process with its log file. */
public final class ServerProcess implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofSeconds(90);
    private static final int LOG_LINES = 20;

    private final String name;
    private final Path log;
    private final ChildProcess process;

    private ServerProcess(String name, Path log, ChildProcess process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /** Starts {@code binary}; its output goes to {@code <directory>/<name of the binary>.log}. */
    static ServerProcess start(Path binary, Path directory, String... flags) {
        return start(binary, directory, Map.of(), List.of(flags));
    }

    /** As above, with additional environment variables. */
    public static ServerProcess start(
            Path binary, Path directory, Map<String, String> environment, List<String> flags) {
        var name = binary.getFileName().toString();
        var log = directory.resolve(name + ".log");
        var command = new ArrayList<String>();
        command.add(binary.toString());
        command.addAll(flags);
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return new ServerProcess(name, log, ChildProcess.start(builder));
    }

    /**
     * Waits until {@code url} returns 200.
     *
     * @throws IllegalStateException after a timeout or if the process ended; the message contains the last lines of the
     *     log
     */
    public void awaitReady(String url, SSLContext tls) {
        var request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(5))
                .build();
        try (var client = HttpClient.newBuilder().sslContext(tls).build()) {
            Awaitility.await(name)
                    .atMost(READY_LIMIT)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(50))
                    .ignoreExceptions()
                    .failFast(name + " ended", () -> !process.isAlive())
                    .until(() -> client.send(request, BodyHandlers.discarding()).statusCode() == 200);
        } catch (ConditionTimeoutException | TerminalFailureException e) {
            throw new IllegalStateException(name + " did not become ready; the end of " + log + ":\n" + endOfLog(), e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Kills the process with SIGKILL, and waits for its end. */
    public void kill() {
        process.kill();
    }

    private String endOfLog() {
        try {
            var lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
