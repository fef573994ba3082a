package dev.chartroom.bootstrap.audit;

import dev.chartroom.domain.audit.AuditEvent;
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
 * Writes events as lines, on a thread of its own. Where it cannot follow, requests wait for it, but neither many nor for
 * ever; what is lost then, or to a disk that fails, is counted.
 */
public final class AuditLog implements AuditSink {
    /** The name of standard output among files. */
    public static final String STANDARD_OUTPUT = "-";

    private static final System.Logger LOG = System.getLogger(AuditLog.class.getName());
    /** Bytes of lines that wait to be written. */
    private static final int ROOM = 16 * 1024 * 1024;

    /** How many requests may wait for room: each holds its line, and no limit counts it any more. */
    private static final int WAITERS = 64;

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final byte[] END = {};

    private final JsonCodec codec;
    private final LogFile file;
    private final int capacity;
    private final Semaphore room;
    private final Semaphore waiters;
    private final Duration patience;
    private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>();
    private final AtomicLong lost = new AtomicLong();
    private final Thread writer;
    private boolean failing;
    private long unflushed;

    AuditLog(LogFile file, JsonCodec codec, int capacity, int waiters, Duration patience) {
        this.file = file;
        this.codec = codec;
        this.capacity = capacity;
        this.room = new Semaphore(capacity, true);
        this.waiters = new Semaphore(waiters);
        this.patience = patience;
        this.writer = Thread.ofPlatform().daemon().name("audit-log").unstarted(this::writeAll);
    }

    /**
     * Opens the log.
     *
     * @param logFile the path of a file in a folder that exists, or {@link #STANDARD_OUTPUT}
     * @param maxBytes how large a file may get before it is put aside
     * @param maxBackups how many of those are kept, 0 for all
     * @throws IOException where it cannot be written to
     */
    public static AuditLog open(String logFile, long maxBytes, int maxBackups, JsonCodec codec, Clock clock)
            throws IOException {
        if (logFile.equals(STANDARD_OUTPUT)) {
            return new AuditLog(new LogFile.StandardOutput(), codec, ROOM, WAITERS, PATIENCE).started();
        }
        RotatedFile file = new RotatedFile(Path.of(logFile), maxBytes, maxBackups, clock);
        file.open();
        return new AuditLog(file, codec, ROOM, WAITERS, PATIENCE).started();
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
            if (hasRoom(line)) {
                lines.add(line);
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        lose(1, "the log does not follow");
    }

    /** Waits for it where not too many do. */
    private boolean hasRoom(byte[] line) throws InterruptedException {
        // Not before others who wait.
        if (room.tryAcquire(weight(line), 0, TimeUnit.NANOSECONDS)) {
            return true;
        }
        if (!waiters.tryAcquire()) {
            return false;
        }
        try {
            return room.tryAcquire(weight(line), patience.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            waiters.release();
        }
    }

    @Override
    public long lost() {
        return lost.get();
    }

    /** Writes what waits, and ends. What comes later is not written. */
    @Override
    public void close() {
        lines.add(END);
        try {
            if (!writer.join(PATIENCE)) {
                LOG.log(Level.WARNING, "The audit log ends with {0} events unwritten", lines.size());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** A line that is larger than all the room waits until it has it for itself. */
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
            lose(0, String.valueOf(e.getMessage()));
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
            LOG.log(Level.INFO, "The audit log is written again");
        }
    }

    /** Whatever was not known to be written counts as lost. */
    private void failed(Exception e) {
        lose(unflushed, e.toString());
        unflushed = 0;
        try {
            file.close();
        } catch (IOException again) {
            LOG.log(Level.DEBUG, "the audit log cannot be closed", again);
        }
    }

    /** Logged once, until it is written again. */
    private synchronized void lose(long events, String why) {
        lost.addAndGet(events);
        if (!failing) {
            failing = true;
            LOG.log(Level.ERROR, "Events of the audit are lost: {0}", why);
        }
    }
}
