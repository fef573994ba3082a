package dev.chartroom.bootstrap.audit;

import dev.chartroom.apimachinery.audit.AuditEvent;
import dev.chartroom.ports.audit.AuditSink;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes events as lines, on a thread of its own. If it falls behind, a few requests wait for room, for a limited time.
 * The log counts the events that are lost after that time or because of a failing disk.
 */
public final class AuditLog implements AuditSink {
    /** The log file name that stands for standard output. */
    public static final String STANDARD_OUTPUT = "-";

    private static final System.Logger LOG = System.getLogger(AuditLog.class.getName());
    /** The largest total size of waiting lines, in bytes. */
    private static final int MAX_WAITING_BYTES = 16 * 1024 * 1024;

    /**
     * The largest number of requests that wait for room. Each of these requests keeps its line in memory, and no other
     * limit covers this line.
     */
    private static final int WAITERS = 64;

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final byte[] END = {};

    private final JsonCodec codec;
    private final LogFile file;
    private final int capacity;
    private final Semaphore room;
    private final Semaphore waiters;
    private final Duration timeout;
    private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>();
    private final AtomicLong lost = new AtomicLong();
    private final Thread writer;
    private boolean failing;
    private long unflushed;

    AuditLog(LogFile file, JsonCodec codec, int capacity, int waiters, Duration timeout) {
        this.file = file;
        this.codec = codec;
        this.capacity = capacity;
        this.room = new Semaphore(capacity, true);
        this.waiters = new Semaphore(waiters);
        this.timeout = timeout;
        this.writer = Thread.ofPlatform().daemon().name("audit-log").unstarted(this::writeAll);
    }

    /**
     * Opens the log.
     *
     * @param logFile the path of a file in an existing folder, or {@link #STANDARD_OUTPUT}
     * @param maxBytes the file size that triggers a rotation
     * @param maxBackups the number of rotated files to keep, 0 for all
     * @throws IOException if the file cannot be written
     */
    public static AuditLog open(String logFile, long maxBytes, int maxBackups, JsonCodec codec, Clock clock)
            throws IOException {
        if (logFile.equals(STANDARD_OUTPUT)) {
            return new AuditLog(new LogFile.StandardOutput(), codec, MAX_WAITING_BYTES, WAITERS, TIMEOUT).started();
        }
        RotatedFile file = new RotatedFile(Path.of(logFile), maxBytes, maxBackups, clock);
        file.open();
        return new AuditLog(file, codec, MAX_WAITING_BYTES, WAITERS, TIMEOUT).started();
    }

    AuditLog started() {
        writer.start();
        return this;
    }

    @Override
    public void record(AuditEvent event) {
        byte[] json = codec.encode(event.toJson());
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        try {
            if (acquireRoom(line)) {
                lines.add(line);
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        recordLoss(1, "the log cannot be written fast enough");
    }

    /** Waits for room, unless too many requests are waiting already. */
    private boolean acquireRoom(byte[] line) throws InterruptedException {
        // Unlike tryAcquire without a timeout, this respects the order of waiting requests.
        if (room.tryAcquire(weight(line), 0, TimeUnit.NANOSECONDS)) {
            return true;
        }
        if (!waiters.tryAcquire()) {
            return false;
        }
        try {
            return room.tryAcquire(weight(line), timeout.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            waiters.release();
        }
    }

    @Override
    public long lost() {
        return lost.get();
    }

    /** Writes the waiting lines and ends. Later lines are not written. */
    @Override
    public void close() {
        lines.add(END);
        try {
            if (!writer.join(TIMEOUT)) {
                LOG.log(Level.WARNING, "Closed the audit log before {0} events were written", lines.size());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns the number of permits that a line needs. A line larger than the whole room waits until the whole room is
     * free.
     */
    private int weight(byte[] line) {
        return Math.min(line.length, capacity);
    }

    private void writeAll() {
        try {
            byte[] line = lines.take();
            while (line.length > 0) {
                write(line);
                room.release(weight(line));
                line = lines.take();
            }
            flush();
            file.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            recordLoss(0, String.valueOf(e.getMessage()));
        }
    }

    private void write(byte[] line) {
        try {
            unflushed++;
            file.write(line);
            if (lines.isEmpty()) {
                file.flush();
                written();
            }
        } catch (IOException | RuntimeException e) {
            failed(e);
        }
    }

    private void flush() {
        try {
            file.flush();
            written();
        } catch (IOException e) {
            failed(e);
        }
    }

    private synchronized void written() {
        unflushed = 0;
        if (failing) {
            failing = false;
            LOG.log(Level.INFO, "Writing the audit log works again");
        }
    }

    /** Counts events as lost unless they are known to be written. */
    private void failed(Exception e) {
        recordLoss(unflushed, e.toString());
        unflushed = 0;
        try {
            file.close();
        } catch (IOException again) {
            LOG.log(Level.DEBUG, "Cannot close the audit log", again);
        }
    }

    /** Counts lost events. Logs only the first loss until writing succeeds again. */
    private synchronized void recordLoss(long events, String why) {
        lost.addAndGet(events);
        if (!failing) {
            failing = true;
            LOG.log(Level.ERROR, "Audit events are lost: {0}", why);
        }
    }
}
