package dev.chartroom.bootstrap.dev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The right of one dev mode to use a database. The operating system takes the right away when the process ends, even if
 * the process is killed. So a new owner is the only one.
 */
final class DatabaseOwner implements AutoCloseable {
    private final FileChannel lock;

    private DatabaseOwner(FileChannel lock) {
        this.lock = lock;
    }

    /**
     * Becomes the owner.
     *
     * @param file the file that is locked; created if it does not exist
     * @return empty if there is another owner
     */
    static Optional<DatabaseOwner> become(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean isOwner = false;
        try {
            isOwner = channel.tryLock() != null;
        } catch (OverlappingFileLockException _) {
            // This process has the lock already.
        }
        if (!isOwner) {
            channel.close();
            return Optional.empty();
        }
        return Optional.of(new DatabaseOwner(channel));
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
