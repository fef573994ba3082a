package dev.chartroom.bootstrap.kinds;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the YAML and JSON files of a folder, one definition each, in the order of their names. */
public final class FolderKindSource implements KindSource {
    /** The largest file size in bytes. It leaves room for the indentation and comments of YAML. */
    static final int MAX_FILE = 4 * DefinitionReader.MAX_SIZE;

    private static final System.Logger LOG = System.getLogger(FolderKindSource.class.getName());
    /**
     * The delay before a change is read. One edit, or one update of a mounted ConfigMap, causes several file events.
     */
    private static final Duration SETTLES = Duration.ofMillis(50);

    private final Path folder;
    private final JsonCodec codec;
    private volatile @Nullable WatchService changes;
    private volatile Map<String, Read> known = Map.of();

    /**
     * The document of a file and the digest of the file. If one of a thousand files changes, the source parses only
     * this file again.
     */
    private record Read(String digest, DefinitionDocument document) {}

    public FolderKindSource(Path folder, JsonCodec codec) {
        this.folder = folder;
        this.codec = codec;
    }

    /**
     * Reacts to any change within the folder, not only to changes of definition files. When a mounted ConfigMap
     * changes, only a link gets a new target.
     */
    @Override
    public void follow(Runnable onChange) {
        try {
            WatchService started = folder.getFileSystem().newWatchService();
            changes = started;
            folder.register(started, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE);
            Thread.ofVirtual().name("follow " + folder).start(() -> follow(started, onChange));
        } catch (UnsupportedOperationException _) {
            LOG.log(Level.DEBUG, "Not watching {0}: its file system does not support it", folder);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Cannot watch " + folder + "; restart the server to apply changes in the folder", e);
        }
    }

    private void follow(WatchService changes, Runnable onChange) {
        try {
            boolean there = true;
            while (there) {
                WatchKey key = changes.take();
                Thread.sleep(SETTLES);
                key.pollEvents();
                there = key.reset();
                onChange.run();
            }
            LOG.log(
                    Level.WARNING,
                    "Stopped watching {0}: the folder was deleted; restore it and restart the server",
                    folder);
        } catch (ClosedWatchServiceException | InterruptedException _) {
            // Closed.
        }
    }

    @Override
    public Optional<String> problem() {
        return Optional.empty();
    }

    @Override
    public void close() {
        WatchService following = changes;
        if (following != null) {
            try {
                following.close();
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "Cannot close the watch of the folder", e);
            }
        }
    }

    @Override
    public List<DefinitionDocument> documents() {
        try (Stream<Path> files = Files.list(folder)) {
            Map<String, Read> before = known;
            List<Path> sorted = files.filter(file -> DefinitionDocument.isDefinitionFile(file.toString()))
                    .sorted()
                    .toList();
            Map<String, Read> now = new LinkedHashMap<>();
            sorted.parallelStream()
                    .map(file -> read(file, source(file), before.get(source(file))))
                    .toList()
                    .forEach(read -> now.put(read.document().source(), read));
            known = now;
            return now.values().stream().map(Read::document).toList();
        } catch (IOException e) {
            return List.of(new DefinitionDocument.Malformed(
                    folder.toString(), "the folder cannot be read: " + e.getMessage()));
        }
    }

    private static String source(Path file) {
        return String.valueOf(file.getFileName());
    }

    private Read read(Path file, String source, @Nullable Read before) {
        try {
            byte[] bytes = bytes(file);
            String digest = digest(bytes);
            if (before != null && before.digest.equals(digest)) {
                return before;
            }
            return new Read(
                    digest,
                    bytes.length > MAX_FILE
                            ? new DefinitionDocument.Malformed(source, "the file is larger than " + MAX_FILE + " bytes")
                            : DefinitionDocument.of(source, bytes, codec));
        } catch (IOException e) {
            return new Read("", new DefinitionDocument.Malformed(source, "the file cannot be read: " + e.getMessage()));
        }
    }

    /**
     * Returns a digest of the content. The modification time is not reliable: mounts and version control create files
     * of equal time and size.
     */
    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /**
     * Returns all bytes of a file. If the file is too large, returns only its beginning, which is one byte longer than
     * the largest size.
     */
    private static byte[] bytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(MAX_FILE + 1);
        }
    }
}
