package dev.chartroom.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of the image while it is built, below a folder that becomes the root of the image.
 *
 * @param root the folder, without a base
 */
record ImageFiles(Path root) {
    /** The folder of the program in the image. */
    static final String HOME = "/opt/chartroom";

    static final String AOT_CACHE = HOME + "/chartroom.aot";
    static final String JVM_OPTIONS = HOME + "/launcher/jvm.options";
    static final String IMAGE_OPTIONS = HOME + "/launcher/image.options";
    static final String MAIN_CLASS = "dev.chartroom.bootstrap.Main";

    /** The time of all files. The JVM ignores an AOT cache if the time of a jar differs from the time at the recording. */
    static final Instant TIME = Instant.ofEpochSecond(1);

    /** Returns the place of a file of the image in this build. */
    Path at(String path) {
        return root.resolve(path.substring(1));
    }

    /** Returns the command of the image, without the arguments of the program. */
    static List<String> entrypoint() {
        return List.of(HOME + "/java/bin/java", "@" + JVM_OPTIONS, "@" + IMAGE_OPTIONS, MAIN_CLASS);
    }

    /**
     * Writes the options of the JVM that hold only in the image. The class path lists each jar, because the AOT cache is
     * valid for one order of jars, and a folder has no fixed order.
     */
    void writeOptions() throws IOException {
        Files.writeString(at(IMAGE_OPTIONS), """
                # The build of the image made this file. The JVM ignores an invalid AOT cache and logs only errors.
                -XX:AOTCache=%s
                -Xlog:disable
                -Xlog:all=error:stderr
                -Xlog:cds*=off:stderr
                -Xlog:aot*=off:stderr
                -cp %s
                """.formatted(AOT_CACHE, classPath(Path.of("/"))));
    }

    /**
     * Records an AOT cache. The JVM of the image runs with the jars and the options of the image, but outside of a
     * container. The cache is valid in the image nevertheless, because the jars have the same sizes, times and order.
     */
    void recordAotCache() throws IOException {
        List<String> command = List.of(
                at(HOME + "/java/bin/java").toString(),
                "@" + at(JVM_OPTIONS),
                "-XX:AOTCacheOutput=" + at(AOT_CACHE),
                "-Xlog:disable",
                "-cp",
                classPath(root),
                MAIN_CLASS,
                "rehearse");
        new Command(root, Map.of("JAVA_TOOL_OPTIONS", "", "JDK_JAVA_OPTIONS", "")).run(command);
        if (!Files.isRegularFile(at(AOT_CACHE))) {
            throw new ImageException("The JVM recorded no AOT cache. Build without one: -Dimage.aot=false");
        }
    }

    /** Sets the time of each file, so that each build gives the same layers. */
    void setTimes() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                Files.setLastModifiedTime(file, FileTime.from(TIME));
            }
        }
    }

    /** Returns the names of the jars, sorted. */
    List<String> jars() throws IOException {
        try (Stream<Path> files = Files.list(at(HOME + "/lib"))) {
            return files.map(file -> file.getFileName().toString())
                    .sorted()
                    .collect(Collectors.toCollection(ArrayList::new));
        }
    }

    private String classPath(Path from) throws IOException {
        return jars().stream()
                .map(jar -> from.resolve(HOME.substring(1))
                        .resolve("lib")
                        .resolve(jar)
                        .toString())
                .collect(Collectors.joining(":"));
    }
}
