package dev.chartroom.adapters.kubernetes.charts;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.Excerpt;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.core.retry.RetryingRunner;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.kind.ChartArchives;
import dev.chartroom.ports.kind.FollowedSchema;
import dev.chartroom.ports.kind.UnreadableChartException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The chart of one source. When the source has a new artifact, a separate thread fetches and reads the chart. */
final class FollowedChart implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FollowedChart.class.getName());
    private static final Backoff RETRIES = new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0.5);
    private static final int LONGEST_MESSAGE = 300;

    private final SourceRef ref;
    private final Reflector sources;
    private final ArtifactClient client;
    private final ChartArchives archives;
    private final Runnable onChange;
    private final RetryingRunner reader;
    private final Thread timeoutThread;
    /** The artifact that was read last, with or without success. Used only by the thread. */
    private @Nullable Artifact read;
    /** The schema of that artifact. Used only by the thread. */
    private FollowedSchema ofRead = new FollowedSchema.Awaited();

    private volatile FollowedSchema schema = new FollowedSchema.Awaited();

    /**
     * Follows a chart.
     *
     * @param sources the collection that contains the source; the caller must call {@link #requestCheck} after each
     *     change in this collection
     * @param timeout the longest time for which the schema is {@code Awaited}; after this time, the schema is {@code
     *     Unknown}
     * @param onChange called after the schema changed
     */
    FollowedChart(
            SourceRef ref,
            Reflector sources,
            ArtifactClient client,
            ChartArchives archives,
            Duration timeout,
            Runnable onChange) {
        this.ref = ref;
        this.sources = sources;
        this.client = client;
        this.archives = archives;
        this.onChange = onChange;
        this.reader =
                new RetryingRunner("chart of " + ref, Duration.ZERO, RETRIES, () -> !sources.isLoaded() || readIfNew());
        reader.request();
        reader.start();
        this.timeoutThread = Thread.ofVirtual().name("timeout of " + ref).start(() -> timeOut(timeout));
    }

    FollowedSchema schema() {
        return schema;
    }

    /** Makes the thread check whether the source has a new artifact; does not wait for the check. */
    void requestCheck() {
        reader.request();
    }

    @Override
    public void close() {
        reader.close();
        timeoutThread.interrupt();
    }

    /** Reads the chart if its artifact is new. Returns false if the read must be retried. */
    private boolean readIfNew() throws InterruptedException {
        Optional<JsonObject> source = sources.find(FollowedSources.name(ref));
        Optional<Artifact> artifact = source.flatMap(Artifact::of);
        if (artifact.isEmpty()) {
            setSchema(source.map(this::unfetched).orElseGet(() -> unknown("does not exist")));
            return true;
        }
        if (!artifact.get().equals(read)) {
            try {
                byte[] archive = client.fetch(artifact.get());
                ofRead = read(archive);
                read = artifact.get();
                LOG.log(
                        Level.INFO,
                        "Chartroom has read the chart of {0} with the digest {1}",
                        ref,
                        artifact.get().digest());
            } catch (IOException e) {
                setSchema(unknown("cannot be read: " + e.getMessage()));
                return false;
            }
        }
        setSchema(ofRead);
        return true;
    }

    /** Reads an archive. No content of an archive may stop the thread. */
    private FollowedSchema read(byte[] archive) {
        try {
            return new FollowedSchema.Known(archives.openApiV3Schema(archive));
        } catch (UnreadableChartException e) {
            return unknown("has an unreadable chart: " + e.getMessage());
        } catch (RuntimeException | StackOverflowError e) {
            LOG.log(Level.ERROR, "Chartroom failed to read the chart of " + ref, e);
            return unknown("has a chart that Chartroom failed to read because of a bug: " + e);
        }
    }

    private synchronized void setSchema(FollowedSchema now) {
        if (!now.equals(schema)) {
            schema = now;
            onChange.run();
        }
    }

    private void timeOut(Duration timeout) {
        try {
            Thread.sleep(timeout);
            synchronized (this) {
                if (schema instanceof FollowedSchema.Awaited) {
                    setSchema(unknown("was not read within " + timeout.toSeconds() + " seconds"));
                }
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    private FollowedSchema unknown(String what) {
        return new FollowedSchema.Unknown(ref + " " + what);
    }

    /** Returns the schema for a source without an artifact. Its reason contains the message of the source's status. */
    private FollowedSchema unfetched(JsonObject source) {
        String message = source.objectOrEmpty("status").arrayOrEmpty("conditions").objects().stream()
                .filter(condition -> condition.stringOrEmpty("type").equals("Ready"))
                .map(condition -> condition.stringOrEmpty("message"))
                .filter(text -> !text.isEmpty())
                .map(text -> ": " + Excerpt.of(text, LONGEST_MESSAGE))
                .findFirst()
                .orElse("");
        return new FollowedSchema.Unfetched(ref + " has no artifact yet" + message);
    }
}
