package dev.chartroom.bootstrap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the sources and documents of this repository. */
final class RepositoryText {
    static final Path ROOT = Path.of("..");

    /** Comments are group 1. The pattern also matches strings, so that a comment sign in a string starts no comment. */
    private static final Pattern COMMENT = Pattern.compile(
            "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\n])++'|(/\\*[\\s\\S]*?\\*/|//[^\n]*)");

    private RepositoryText() {}

    /** Returns the files below a folder whose names end with a suffix, without build output. */
    static List<Path> files(Path folder, String suffix) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(suffix))
                    .filter(file -> Stream.of("target", "dist", "node_modules", ".git")
                            .noneMatch(part -> file.toString().contains("/" + part + "/")))
                    .toList();
        }
    }

    /** Returns the comments of a Java source. */
    static List<String> comments(String java) {
        return COMMENT.matcher(java)
                .results()
                .map(found -> found.group(1))
                .filter(comment -> comment != null)
                .toList();
    }
}
