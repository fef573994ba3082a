package com.example.files;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.BackingApi;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Objects as JSON files: {@code FOLDER/RESOURCE.GROUP/NAMESPACE/NAME.json}. The file {@code revision} counts changes. A
 * server locks the file {@code lock} for each operation, so several servers can use one folder.
 */
final class FilesApi implements BackingApi {
    /** A value greater than one lets a client request a version that is older than the folder. */
    private static final long FIRST_REVISION = 1_000;

    private static final String SUFFIX = ".json";

    private final Path folder;
    private final JsonCodec codec;

    /** An action on the folder. */
    @FunctionalInterface
    private interface Work<T> {
        T run() throws IOException;
    }

    FilesApi(Path folder, JsonCodec codec) {
        this.folder = folder;
        this.codec = codec;
    }

    @Override
    public State list(ApplicationKind kind) {
        return locked(() -> {
            List<Application> objects = new ArrayList<>();
            Path resource = resource(kind);
            if (Files.exists(resource)) {
                try (Stream<Path> files = Files.walk(resource, 2)) {
                    for (Path file : files.filter(path -> path.toString().endsWith(SUFFIX))
                            .toList()) {
                        objects.add(read(kind, file));
                    }
                }
            }
            return new State(revision(), objects);
        });
    }

    @Override
    public void create(ApplicationKind kind, Application application) {
        locked(() -> {
            NamespacedName name = application.metadata().namespacedName();
            if (Files.exists(file(kind, name))) {
                throw new ApiException(new ApiError.AlreadyExists(kind.groupResource(), name.name(), false, false));
            }
            write(kind, application, UUID.randomUUID().toString());
            return true;
        });
    }

    @Override
    public void update(ApplicationKind kind, Application live, Application next) {
        locked(() -> {
            requireUnchanged(kind, live);
            write(kind, next, live.metadata().uid());
            return true;
        });
    }

    @Override
    public void delete(ApplicationKind kind, Application live) {
        locked(() -> {
            requireUnchanged(kind, live);
            nextRevision();
            Files.delete(file(kind, live.metadata().namespacedName()));
            return true;
        });
    }

    private void requireUnchanged(ApplicationKind kind, Application live) throws IOException {
        NamespacedName name = live.metadata().namespacedName();
        Path file = file(kind, name);
        if (!Files.exists(file)) {
            throw new ApiException(new ApiError.NotFound(kind.groupResource(), name.name()));
        }
        if (!read(kind, file)
                .metadata()
                .resourceVersion()
                .equals(live.metadata().resourceVersion())) {
            throw new ApiException(new ApiError.Conflict(kind.groupResource(), name.name(), "the file has changed"));
        }
    }

    private Application read(ApplicationKind kind, Path file) throws IOException {
        if (!(codec.parse(Files.readAllBytes(file)) instanceof JsonObject object)) {
            throw new ApiException(ApiError.internal("a file in the folder of this store contains no JSON object"));
        }
        return new Application(
                kind.gvk(),
                ObjectMeta.fromJson(object.objectOrEmpty("metadata")),
                object.object("spec").orElse(null),
                object.objectOrEmpty("status"));
    }

    private void write(ApplicationKind kind, Application application, String uid) throws IOException {
        ObjectMeta metadata = application.metadata().toBuilder()
                .uid(uid)
                .resourceVersion(Long.toString(nextRevision()))
                .build();
        Path file = file(kind, metadata.namespacedName());
        Files.createDirectories(file.getParent());
        replace(file, codec.encode(application.withMetadata(metadata).toJson()));
    }

    private long revision() throws IOException {
        Path file = folder.resolve("revision");
        return Files.exists(file) ? Long.parseLong(Files.readString(file)) : FIRST_REVISION;
    }

    /**
     * Counts a change before the change is made. If the server crashes in between, the count is too high, but never too
     * low.
     */
    private long nextRevision() throws IOException {
        long next = revision() + 1;
        replace(folder.resolve("revision"), Long.toString(next).getBytes());
        return next;
    }

    /** Replaces a file atomically, even if the machine loses power. */
    private void replace(Path file, byte[] content) throws IOException {
        Path temporary = folder.resolve("new");
        try (FileChannel channel = FileChannel.open(temporary, CREATE, WRITE, TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(temporary, file, ATOMIC_MOVE, REPLACE_EXISTING);
    }

    private Path resource(ApplicationKind kind) {
        return folder.resolve(kind.names().plural() + "." + kind.group());
    }

    private Path file(ApplicationKind kind, NamespacedName name) {
        return resource(kind).resolve(name.namespace()).resolve(name.name() + SUFFIX);
    }

    private synchronized <T> T locked(Work<T> work) {
        try {
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(folder.resolve("lock"), CREATE, WRITE);
                    FileLock _ = channel.lock()) {
                return work.run();
            }
        } catch (IOException e) {
            throw new ApiException(ApiError.unavailable("the folder of this store cannot be used"));
        }
    }
}
