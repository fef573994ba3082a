package dev.chartroom.e2e.harness;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A process that does not outlive this JVM. It ends with {@link #close()}, and at the latest when the JVM exits or is
 * interrupted. (A JVM that is killed with SIGKILL cannot end anything.) Closing first requests the termination of the
 * process and its descendants, and kills them after a grace period.
 */
public final class ChildProcess implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Deque<ChildProcess> RUNNING = new ConcurrentLinkedDeque<>();
    private static volatile boolean exiting;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ChildProcess::endAll, "end-child-processes"));
    }

    private final Process process;
    private final Duration grace;

    private ChildProcess(Process process, Duration grace) {
        this.process = process;
        this.grace = grace;
    }

    /** Starts a process with a grace period of ten seconds. */
    public static ChildProcess start(ProcessBuilder builder) {
        return start(builder, GRACE);
    }

    static ChildProcess start(ProcessBuilder builder, Duration grace) {
        try {
            var started = new ChildProcess(builder.start(), grace);
            RUNNING.addFirst(started);
            if (exiting) {
                started.close();
                throw new IllegalStateException("this JVM is exiting");
            }
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether a command exists on this machine and succeeds. */
    public static boolean succeeds(String... command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try (ChildProcess probe = start(builder)) {
            return probe.exitCode() == 0;
        } catch (UncheckedIOException _) {
            return false; // there is no such program
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Returns the lines of standard output, unless it was redirected. The stream ends when the process closes it. */
    public Stream<String> stdout() {
        return process.inputReader(StandardCharsets.UTF_8).lines();
    }

    /** Returns the lines of standard error, unless it was redirected. */
    public Stream<String> stderr() {
        return process.errorReader(StandardCharsets.UTF_8).lines();
    }

    /** Writes {@code text} to standard input and closes it. It is no error if the process does not read all of it. */
    public void feed(String text) {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // a broken pipe: the exit code shows the outcome
        }
    }

    /** Waits without limit until the process ends, and returns its exit code. */
    public int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** Returns whether the process ended within {@code limit}. */
    public boolean endsWithin(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Kills the process with SIGKILL, and waits for its end. Its descendants go on. */
    public void kill() {
        RUNNING.remove(this);
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        // descendants can be found only while their parent runs
        List<ProcessHandle> handles = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        CompletableFuture<Void> allEnded = CompletableFuture.allOf(
                handles.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
        handles.forEach(ProcessHandle::destroy);
        try {
            allEnded.get(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            force(handles, allEnded);
        } catch (InterruptedException e) {
            force(handles, allEnded);
            Thread.currentThread().interrupt();
        }
        RUNNING.remove(this);
    }

    /** Ends the newest process first: a kube-apiserver takes long to end without its etcd. */
    private static void endAll() {
        exiting = true;
        RUNNING.forEach(ChildProcess::close);
    }

    private static void force(List<ProcessHandle> handles, CompletableFuture<Void> allEnded) {
        handles.forEach(ProcessHandle::destroyForcibly);
        // the kernel needs a moment; a process that hangs in it must not block this JVM
        allEnded.completeOnTimeout(null, 5, TimeUnit.SECONDS).join();
    }
}
