package dev.chartroom.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/** The Java runtime of the image: the modules of a JDK that the program needs. */
final class JavaRuntime {
    /**
     * The modules whose classes the program uses, as jdeps lists them. The exception is java.desktop: only unused parts of
     * libraries refer to it.
     */
    private static final List<String> USED = List.of(
            "java.base",
            "java.management",
            "java.naming",
            "java.security.jgss",
            "java.sql",
            "jdk.net",
            "jdk.unsupported");

    /** Modules that no class of the program refers to: providers of services, and tools to look into a running JVM. */
    private static final List<String> OTHERS =
            List.of("jdk.crypto.ec", "jdk.jcmd", "jdk.jfr", "jdk.management", "jdk.management.agent", "jdk.zipfs");

    private JavaRuntime() {}

    static List<String> modules() {
        return Stream.concat(USED.stream(), OTHERS.stream()).toList();
    }

    /** Links the runtime. The JDK may be for another architecture if it has the folder {@code jmods}. */
    static void link(Path jdk, Architecture architecture, Path target) throws IOException {
        List<String> jlink = new ArrayList<>();
        Path jmods = jdk.resolve("jmods");
        if (architecture == Architecture.ofThisMachine()) {
            jlink.add(jdk.resolve("bin/jlink").toString());
        } else if (Files.isDirectory(jmods)) {
            jlink.add(Path.of(System.getProperty("java.home"), "bin", "jlink").toString());
            jlink.addAll(List.of("--module-path", jmods.toString()));
        } else {
            throw new ImageException(
                    "The JDK " + jdk + " has no folder jmods. Only a JDK with this folder can be linked for"
                            + " another architecture. Temurin offers it as a separate download.");
        }
        jlink.addAll(List.of(
                "--add-modules",
                String.join(",", modules()),
                "--output",
                target.toString(),
                // A layer is compressed as a whole, which takes less space and keeps the start fast.
                "--compress=zip-0",
                "--no-header-files",
                "--no-man-pages",
                "--dedup-legal-notices=error-if-not-same-content"));
        new Command(jdk, Map.of()).run(jlink);
    }

    /** Returns the version of a runtime, such as {@code 25.0.3+9-LTS}. */
    static String version(Path runtime) throws IOException {
        return release(runtime, "JAVA_RUNTIME_VERSION");
    }

    /** Returns the vendor of a runtime. */
    static String vendor(Path runtime) throws IOException {
        return release(runtime, "IMPLEMENTOR");
    }

    private static String release(Path runtime, String name) throws IOException {
        Properties release = new Properties();
        try (var reader = Files.newBufferedReader(runtime.resolve("release"))) {
            release.load(reader);
        }
        return release.getProperty(name, "unknown").replace("\"", "");
    }
}
