package dev.chartroom.bootstrap.audit;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file that is rotated before it exceeds its largest size. The rotated files have a time in their names, and the
 * newest are kept. The names are upstream's: {@code audit.log} becomes {@code audit-2026-03-04T05-06-07.123.log}.
 */
final class RotatedFile implements LogFile {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss.SSS").withZone(ZoneOffset.UTC);

    private final Path file;
    private final long maxBytes;
    private final int maxBackups;
    private final Clock clock;
    private final String stem;
    private final String extension;
    private @Nullable OutputStream out;
    private long size;
    private Instant rotated = Instant.EPOCH;

    /**
     * @param file its folder must exist
     * @param maxBytes a longer line gets a file of its own
     * @param maxBackups the number of rotated files to keep, 0 for all
     */
    RotatedFile(Path file, long maxBytes, int maxBackups, Clock clock) {
        this.file = file;
        this.maxBytes = maxBytes;
        this.maxBackups = maxBackups;
        this.clock = clock;
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        this.stem = dot < 0 ? name : name.substring(0, dot);
        this.extension = dot < 0 ? "" : name.substring(dot);
    }

    /** Opens the file, to check that it can be written. */
    void open() throws IOException {
        opened();
    }

    @Override
    public void write(byte[] line) throws IOException {
        OutputStream open = opened();
        if (size > 0 && size + line.length > maxBytes) {
            rotate();
            open = opened();
        }
        size += line.length;
        open.write(line);
    }

    @Override
    public void flush() throws IOException {
        if (out != null) {
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        OutputStream open = out;
        out = null;
        if (open != null) {
            open.close();
        }
    }

    private OutputStream opened() throws IOException {
        OutputStream open = out;
        if (open != null) {
            return open;
        }
        boolean broken = endsWithinALine();
        if (!Files.exists(file)) {
            create();
        }
        open = new BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
        size = Files.size(file);
        if (broken) {
            open.write('\n');
            size++;
        }
        out = open;
        return open;
    }

    /** Creates the file with permissions for its owner only, because it contains users' actions. */
    private void create() throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
    }

    /** Returns whether the last line is incomplete, which a failed write may cause. */
    private boolean endsWithinALine() throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) == 0) {
            return false;
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            channel.position(channel.size() - 1).read(last);
            return last.get(0) != '\n';
        }
    }

    private void rotate() throws IOException {
        close();
        // The time must be later than that of the previous file, so that the newest file sorts last.
        Instant now = clock.instant();
        rotated = now.isAfter(rotated) ? now : rotated.plusMillis(1);
        Path backup = backup(rotated);
        while (Files.exists(backup)) {
            rotated = rotated.plusMillis(1);
            backup = backup(rotated);
        }
        Files.move(file, backup);
        if (maxBackups > 0) {
            List<Path> backups = backups();
            for (Path old : backups.subList(0, Math.max(0, backups.size() - maxBackups))) {
                Files.deleteIfExists(old);
            }
        }
    }

    private Path backup(Instant time) {
        return file.resolveSibling(stem + "-" + TIME.format(time) + extension);
    }

    /** Returns the rotated files, the oldest first. */
    private List<Path> backups() throws IOException {
        String pattern =
                Pattern.quote(stem) + "-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d\\.\\d{3}" + Pattern.quote(extension);
        try (Stream<Path> files = Files.list(file.toAbsolutePath().resolveSibling(""))) {
            return files.filter(path -> String.valueOf(path.getFileName()).matches(pattern))
                    .sorted()
                    .toList();
        }
    }
}
