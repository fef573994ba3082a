package dev.chartroom.e2e.survive;

import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.CuttableProxy;
import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.ports.network.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A replica of the server: a process, with a network that a test can cut between it and the kube-apiserver, and between it and
 * its clients.
 */
final class Replica implements AutoCloseable {
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);
    private static final int SIGTERM = 15;
    private static final int KILLED = 128;

    private final Path config;
    private final Path log;
    private final int port = FreePort.next();
    private final CuttableProxy upstream;
    private final CuttableProxy downstream;
    private final boolean isIsolated;
    private final ReplicaDisk disk;
    private final WallClock clock;
    private @Nullable ChildProcess process;

    private Replica(Path directory, String name, URI apiserver, String text, boolean isIsolated) {
        this.isIsolated = isIsolated;
        upstream = CuttableProxy.to(apiserver.getHost(), apiserver.getPort());
        downstream = CuttableProxy.to("127.0.0.1", port);
        log = directory.resolve(name + ".log");
        config = directory.resolve(name + ".yaml");
        clock = new WallClock(directory.resolve(name + ".clock"));
        disk = new ReplicaDisk(directory.resolve(name + "-disk"), log);
        try {
            Path kubeconfig = directory.resolve(name + ".kubeconfig");
            Files.writeString(
                    kubeconfig,
                    Files.readString(directory.resolve("kubeconfig"))
                            .replace(apiserver.toString(), "https://127.0.0.1:" + upstream.port()));
            Files.createDirectory(disk.folder());
            Files.writeString(config, text.formatted(port, kubeconfig, disk.auditLog()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts a replica.
     *
     * @param directory a folder with the kubeconfig and the serving certificate
     * @param text the configuration, with a {@code %d} for the port, a {@code %s} for the kubeconfig, and perhaps one for the
     *     audit log
     * @param isIsolated whether it has a disk and a clock of its own, if this machine lets a test do that
     */
    static Replica start(Path directory, String name, URI apiserver, String text, boolean isIsolated) {
        Replica replica = new Replica(directory, name, apiserver, text, isIsolated);
        replica.start();
        return replica;
    }

    /** Starts the process. */
    void start() {
        ProcessBuilder command = DevServer.command(DevServer.ROOT, List.of("serve", "--config", config.toString()));
        command.environment().put("JAVA_TOOL_OPTIONS", "-XX:MaxRAM=512m");
        if (isIsolated && ReplicaDisk.isPossible()) {
            command.command(disk.around(command.command()));
        }
        if (isIsolated && WallClock.isPossible()) {
            command.environment().putAll(clock.environment());
        }
        process = ChildProcess.start(
                command.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
    }

    /** Ends the process as a kubelet does, and waits for its end. */
    void stop() {
        ChildProcess running = running();
        signal("TERM");
        try {
            if (!running.endsWithin(Duration.ofMinutes(1))) {
                throw new AssertionError("the replica did not end within its grace period; see " + log);
            }
            int code = running.exitCode();
            if (code != 0 && code != KILLED + SIGTERM) {
                throw new AssertionError("the replica ended with exit code " + code + "; see " + log);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Kills the process without notice. */
    void kill() {
        running().kill();
    }

    /** Suspends the process. Its connections stay open. */
    void freeze() {
        signal("STOP");
    }

    /** Resumes the process. */
    void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        if (!ChildProcess.succeeds("kill", "-" + name, Long.toString(running().pid()))) {
            throw new IllegalStateException("no process got the signal " + name);
        }
    }

    /** Fills the disk of the audit log. */
    void fillDisk() {
        disk.fill(pid());
    }

    /** Frees the disk of the audit log. */
    void freeDisk() {
        disk.free(pid());
    }

    WallClock clock() {
        return clock;
    }

    /** Returns the network between the replica and the kube-apiserver. */
    CuttableProxy upstream() {
        return upstream;
    }

    /** Returns the network between the clients and the replica. */
    CuttableProxy downstream() {
        return downstream;
    }

    /** Returns whether the replica is ready, as a kubelet would find it. */
    boolean isReady(HttpClient client) {
        try {
            URI readyz = URI.create("https://127.0.0.1:" + downstream.port() + "/readyz");
            HttpRequest probe = HttpRequest.newBuilder(readyz)
                    .version(HttpClient.Version.HTTP_1_1)
                    .timeout(PROBE_TIMEOUT)
                    .build();
            return client.send(probe, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Waits until the replica is ready. */
    void awaitReady(HttpClient client) {
        Awaitility.await("the replica is ready; see " + log)
                .atMost(Duration.ofMinutes(2))
                .until(() -> isReady(client));
    }

    long pid() {
        return running().pid();
    }

    private ChildProcess running() {
        if (process == null) {
            throw new IllegalStateException("the replica was not started");
        }
        return process;
    }

    @Override
    public void close() {
        if (process != null && process.isAlive()) {
            thaw();
            process.close();
        }
        upstream.close();
        downstream.close();
    }
}
