package dev.chartroom.bootstrap.dev;

import dev.chartroom.bootstrap.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The folder of dev mode. It contains a token, the data of a database, and the programs of the database server. */
final class DevFolder {
    /** The name of the default folder. Only dev mode uses folders of this name. */
    private static final String NAME = ".chartroom";

    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    private DevFolder() {}

    /**
     * Creates the folder with permissions for its owner only. The permissions of an existing folder stay as they are,
     * unless it has the default name.
     *
     * @throws ConfigException if other users may write to the folder
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
                    + folder + "; choose another folder, or run chmod go-w " + folder);
        }
    }

    /** Creates a file with permissions for its owner only, and replaces an existing one. */
    static void write(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }
}
