package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.kubernetes.client.LineStream;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A running watch of releases. A virtual thread reads ahead up to a bounded number of events. Then it stops, so that
 * the connection's flow control slows the API server down. A broken connection ends the watch like a closed one.
 * Nothing is lost, because the client resumes from the last resource version that it received.
 */
final class HelmReleaseWatch implements WatchStream {
    private static final System.Logger LOG = System.getLogger(HelmReleaseWatch.class.getName());
    private static final int READ_AHEAD = 1000;

    private final LineStream lines;
    private final EventReader reader;
    private final EventBuffer buffer = new EventBuffer(READ_AHEAD);

    /** Converts a line to events; returns none if nothing in the line concerns the watch's reader. */
    interface EventReader {
        List<WatchEvent<ServedApplication>> read(byte[] line);
    }

    private HelmReleaseWatch(LineStream lines, EventReader reader) {
        this.lines = lines;
        this.reader = reader;
    }

    static HelmReleaseWatch start(LineStream lines, EventReader reader) {
        HelmReleaseWatch watch = new HelmReleaseWatch(lines, reader);
        Thread.ofVirtual().name("watch").start(watch::read);
        return watch;
    }

    @Override
    public @Nullable WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException {
        return buffer.take(timeout);
    }

    @Override
    public @Nullable Duration lag() {
        return null;
    }

    @Override
    public void close() {
        buffer.close();
        lines.cancel();
    }

    private void read() {
        try (lines) {
            byte[] line = lines.next();
            while (line != null && deliver(line)) {
                line = lines.next();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The connection of a watch broke", e);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "A watch failed", e);
            buffer.put(new WatchEvent.Failed<>(ApiError.internal("the watch failed")));
        } finally {
            buffer.end();
        }
    }

    /** Returns false if the watch must end. */
    private boolean deliver(byte[] line) {
        for (WatchEvent<ServedApplication> event : reader.read(line)) {
            if (!buffer.put(event) || event instanceof WatchEvent.Failed) {
                return false;
            }
        }
        return true;
    }
}
