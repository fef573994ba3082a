package dev.chartroom.benchmarks.server;

import dev.chartroom.e2e.harness.ChildProcess;
import dev.chartroom.e2e.harness.ProgramFiles;
import dev.chartroom.ports.tls.Identity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;

/** The program in its own process, started as by {@code chartroom serve}. */
public final class ProgramProcess implements AutoCloseable {
    private static final long SHORTEST_LOOK = 2_000_000;
    /**
     * The number of polls of {@code /readyz} in a start. They measure its time exactly enough and cause no significant
     * load in a long start.
     */
    private static final int LOOKS_PER_START = 500;

    private static final long LIMIT_NANOS = 1_800_000_000_000L;

    private final ChildProcess process;
    private final int port;
    private final double millisToReady;

    private ProgramProcess(ChildProcess process, int port, double millisToReady) {
        this.process = process;
        this.port = port;
        this.millisToReady = millisToReady;
    }

    /** Starts it and waits until it is ready. */
    public static ProgramProcess start(ProgramFiles files, List<String> options, String classPath) {
        SSLContext tls = Identity.anonymous(files.caPem());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                classPath,
                "dev.chartroom.bootstrap.Main",
                "serve",
                "--config",
                files.config().toString()));
        long started = System.nanoTime();
        ChildProcess process = ChildProcess.start(new ProcessBuilder(command)
                .redirectError(files.config().resolveSibling("stderr.log").toFile()));
        try {
            int port = port(process);
            awaitReady(process, Endpoint.of("https://localhost:" + port, tls));
            return new ProgramProcess(process, port, (System.nanoTime() - started) / 1e6);
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    /** Parses {@code Chartroom serves 31 kinds on 127.0.0.1:40123}. */
    private static int port(ChildProcess process) {
        Iterator<String> lines = process.stdout().iterator();
        if (!lines.hasNext()) {
            throw new IllegalStateException("the program ended and said nothing");
        }
        String line = lines.next();
        Thread.ofVirtual().start(() -> lines.forEachRemaining(_ -> {}));
        return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    }

    private static void awaitReady(ChildProcess process, Endpoint endpoint) {
        long begun = System.nanoTime();
        while (!endpoint.answers("/readyz")) {
            long passed = System.nanoTime() - begun;
            if (!process.isAlive() || passed > LIMIT_NANOS) {
                throw new IllegalStateException("the program did not become ready");
            }
            LockSupport.parkNanos(Math.max(SHORTEST_LOOK, passed / LOOKS_PER_START));
        }
    }

    /** Returns the port on which it listens, on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** Returns the URL past the aggregator. */
    public String url() {
        return "https://localhost:" + port;
    }

    /** Returns the time from the start of the process to the first 200 of {@code /readyz}. */
    public double millisToReady() {
        return millisToReady;
    }

    public LiveHeap heap() {
        return new LiveHeap(process.pid());
    }

    public ProcessorTime processorTime() {
        return new ProcessorTime(process.pid());
    }

    public ResidentMemory memory() {
        return new ResidentMemory(process.pid());
    }

    @Override
    public void close() {
        process.close();
    }
}
