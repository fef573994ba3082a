package dev.chartroom.bootstrap.dev;

import dev.chartroom.bootstrap.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The folder of dev mode. It holds a token, and a database with the programs that it runs. */
final class DevFolder {
    /** The default, which nothing else uses. */
    private static final String NAME = ".chartroom";

    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    private DevFolder() {}

    /**
     * Makes the folder for its owner alone. A folder that exists stays as it is, unless it has the default name.
     *
     * @throws ConfigException if others may write to it
     */
    static void prepare(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
        } else if (folder.toAbsolutePath().normalize().endsWith(NAME)) {
            Files.setPosixFilePermissions(folder, PRIVATE);
        } else {
            requireOwn(folder);
        }
    }

    private static void requireOwn(Path folder) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
        boolean isEverybodys = permissions.contains(PosixFilePermission.OTHERS_WRITE);
        if (isEverybodys || permissions.contains(PosixFilePermission.GROUP_WRITE)) {
            throw new ConfigException("--directory: " + (isEverybodys ? "everybody" : "the group") + " may write to "
                    + folder + "; name a folder of your own, or run chmod go-w " + folder);
        }
    }

    /** Makes a file for its owner alone, in place of one that is there. */
    static void write(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }
}
