package dev.chartroom.image;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A base made of Debian's packages: the C library, the other libraries that the JDK needs, the name of the distribution
 * and a user without rights. It has no shell and no package manager.
 */
final class DebianBase {
    /** The user of the image and its group. distroless has the same. */
    static final int USER = 65532;

    private static final List<String> PACKAGES = List.of("base-files", "libc6");

    /** Libraries that a JDK might need beside the C library. Temurin needs none of them, Debian's own JDK does. */
    private static final Map<String, String> PACKAGE_OF_LIBRARY = Map.of(
            "libz.so.1", "zlib1g",
            "libstdc++.so.6", "libstdc++6",
            "libgcc_s.so.1", "libgcc-s1");

    private static final Map<String, String> FILES = Map.of(
            "etc/passwd", """
            root:x:0:0:root:/nonexistent:/sbin/nologin
            nonroot:x:%1$d:%1$d:nonroot:/nonexistent:/sbin/nologin
            """.formatted(USER),
            "etc/group", "root:x:0:\nnonroot:x:%d:\n".formatted(USER),
            "etc/nsswitch.conf", "hosts: files dns\n");

    private DebianBase() {}

    /**
     * Writes the files of the base.
     *
     * @param root the root of the file system
     * @param java the Java runtime of the image
     * @return the fields of each package
     */
    static List<PackageFields> write(DebianPackages packages, Path root, Path java) throws IOException {
        List<PackageFields> all = new ArrayList<>();
        // Scanners read the packages of an image without a package manager from this folder.
        Path status = Files.createDirectories(root.resolve("var/lib/dpkg/status.d"));
        for (Path file : packages.download(names(java))) {
            new DebianFiles(packages.unpack(file)).copyTo(root);
            PackageFields fields = PackageFields.parse(packages.fields(file));
            Files.writeString(status.resolve(fields.name()), fields.text());
            all.add(fields);
        }
        Files.createDirectories(root.resolve("etc"));
        Files.copy(root.resolve("usr/lib/os-release"), root.resolve("etc/os-release"));
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            Files.writeString(root.resolve(file.getKey()), file.getValue());
        }
        Files.createDirectory(root.resolve("tmp"));
        return all;
    }

    /** Returns the packages that a Java runtime needs. */
    private static Collection<String> names(Path java) throws IOException {
        Collection<String> names = new TreeSet<>(PACKAGES);
        try (Stream<Path> files = Files.walk(java.resolve("lib"))) {
            for (Path library :
                    files.filter(file -> file.toString().endsWith(".so")).toList()) {
                // A library contains the names of the libraries that it needs, each before a zero byte.
                String content = Files.readString(library, StandardCharsets.ISO_8859_1);
                PACKAGE_OF_LIBRARY.forEach((needed, name) -> {
                    if (content.contains("\0" + needed + "\0")) {
                        names.add(name);
                    }
                });
            }
        }
        return names;
    }
}
