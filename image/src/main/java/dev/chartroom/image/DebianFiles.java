package dev.chartroom.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Selects the files of an unpacked package that a JVM needs: shared libraries, the name of the distribution and the
 * copyright. A layer of Jib has no links, so a copy replaces each link.
 *
 * @param unpacked the folder of the package
 */
record DebianFiles(Path unpacked) {
    // Debian 13 has its libraries below usr only. The loader must be where each program expects it: outside of usr.
    private static final Pattern LIBRARY =
            Pattern.compile("(?:usr/)?(lib(?:64)?/(?:[a-z0-9_]+-linux-gnu/)?[^/]+\\.so(?:\\.[^/]*)?)");
    private static final Pattern OTHER = Pattern.compile("usr/(?:lib/os-release|share/doc/[^/]+/copyright)");
    private static final int MOST_LINKS = 8;

    /** Copies the selected files to the root of a file system. */
    void copyTo(Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(unpacked)) {
            files = all.filter(file -> !Files.isDirectory(file)).sorted().toList();
        }
        for (Path file : files) {
            String path = unpacked.relativize(file).toString();
            Matcher library = LIBRARY.matcher(path);
            if (library.matches()) {
                copy(file, root.resolve(library.group(1)));
            } else if (OTHER.matcher(path).matches()) {
                copy(file, root.resolve(path));
            }
        }
    }

    private void copy(Path file, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Files.write(target, Files.readAllBytes(resolve(file)));
        target.toFile().setExecutable(Files.isExecutable(resolve(file)), false);
    }

    /** Follows links. An absolute link is relative to the package. */
    private Path resolve(Path file) throws IOException {
        Path resolved = file;
        for (int links = 0; Files.isSymbolicLink(resolved); links++) {
            if (links == MOST_LINKS) {
                throw new ImageException("The link " + file + " leads to no file.");
            }
            Path link = Files.readSymbolicLink(resolved);
            resolved = link.isAbsolute()
                    ? unpacked.resolve(link.toString().substring(1))
                    : resolved.resolveSibling(link).normalize();
        }
        return resolved;
    }
}
