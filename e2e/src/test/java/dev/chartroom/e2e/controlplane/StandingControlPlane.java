package dev.chartroom.e2e.controlplane;

import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A control plane of {@link StandingControlPlaneCommand}, which outlives a test run. One test run at a time uses the
 * control plane, and resets it to its state after the start. Closing this object releases the control plane for the
 * next test run.
 */
final class StandingControlPlane implements ControlPlaneRuntime {
    static final Path FOLDER = ModuleDirectory.basedir().resolve("target/standing-control-plane");

    private final Path folder;
    private final StandingDescription description;
    private final FileChannel locked;

    private StandingControlPlane(Path folder, StandingDescription description, FileChannel locked) {
        this.folder = folder;
        this.description = description;
        this.locked = locked;
    }

    /** Returns the control plane of {@code ./dev control-plane}; empty if it does not run or respond, or is in use. */
    static Optional<ControlPlaneRuntime> find() {
        return find(FOLDER);
    }

    /** Returns the control plane that is published in a folder; empty in the same cases. */
    static Optional<ControlPlaneRuntime> find(Path folder) {
        if (!Files.exists(description(folder))) {
            return Optional.empty();
        }
        try {
            FileChannel channel =
                    FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isLocked(channel)) {
                channel.close();
                return Optional.empty();
            }
            var found = new StandingControlPlane(folder, StandingDescription.read(description(folder)), channel);
            if (!found.isReady()) {
                found.close();
                return Optional.empty();
            }
            found.reset();
            return Optional.of(found);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether this process has locked the control plane. */
    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // this JVM has locked it already
        }
    }

    static Path description(Path folder) {
        return folder.resolve("control-plane.properties");
    }

    static Path initialKeys(Path folder) {
        return folder.resolve("initial-keys");
    }

    private boolean isReady() {
        var tls = access().clients().client("e2e-probe", "system:masters").sslContext(access().servingCaPem());
        try (var client = HttpClient.newBuilder().sslContext(tls).build()) {
            var request = HttpRequest.newBuilder(URI.create(access().url() + "/readyz"))
                    .timeout(Duration.ofSeconds(5))
                    .build();
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false; // it was killed, and its description still exists
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /**
     * Deletes the objects of earlier runs directly in etcd, which ignores finalizers and aggregated servers that are
     * gone.
     */
    private void reset() throws IOException {
        Set<String> keys = description.etcd().keys();
        Files.readAllLines(initialKeys(folder)).forEach(keys::remove);
        description.etcd().delete(keys);
    }

    @Override
    public Access access() {
        return description.access();
    }

    @Override
    public boolean runsControllers() {
        return description.controllers();
    }

    @Override
    public String nameOfThisHost(int port) {
        return "localhost";
    }

    @Override
    public Optional<Etcd> etcd() {
        return Optional.of(description.etcd());
    }

    @Override
    public OptionalLong kubeApiserverPid() {
        return OptionalLong.of(description.kubeApiserverPid());
    }

    @Override
    public Optional<Path> auditLog() {
        return Optional.of(description.auditLog());
    }

    @Override
    public void close() {
        try {
            locked.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
