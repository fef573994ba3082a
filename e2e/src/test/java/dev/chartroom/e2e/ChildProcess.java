package dev.chartroom.e2e;

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
 * A process that does not outlive this JVM: it ends with {@link #close()}, and at the latest when the JVM exits or is
 * interrupted. (A JVM that is killed with SIGKILL cannot end anything.) Ending is a request first, to the process and
 * to all that it started, and by force when the grace is over.
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

    /** Starts what {@code builder} says; ten seconds of grace when it is ended. */
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

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** The lines of standard output, where it was not redirected; ends when the process closes it. */
    public Stream<String> stdout() {
        return process.inputReader(StandardCharsets.UTF_8).lines();
    }

    /** The lines of standard error, likewise. */
    public Stream<String> stderr() {
        return process.errorReader(StandardCharsets.UTF_8).lines();
    }

    /** Writes {@code text} to standard input and closes it. A process that does not read to the end is no error. */
    public void feed(String text) {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // a broken pipe: what the process made of it is told by its exit code
        }
    }

    /** Waits for the end, without limit; the exit code. */
    public int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** Whether the process ended within {@code limit}. */
    public boolean endsWithin(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        // descendants can only be found while their parent lives
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

    /** The newest first: kube-apiserver takes long to end once its etcd is gone. */
    private static void endAll() {
        exiting = true;
        RUNNING.forEach(ChildProcess::close);
    }

    private static void force(List<ProcessHandle> handles, CompletableFuture<Void> allEnded) {
        handles.forEach(ProcessHandle::destroyForcibly);
        // the kernel needs a moment; one that hangs in it must not hang this JVM
        allEnded.completeOnTimeout(null, 5, TimeUnit.SECONDS).join();
    }
}
