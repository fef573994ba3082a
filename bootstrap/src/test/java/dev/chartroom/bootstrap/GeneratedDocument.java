package dev.chartroom.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of the documents that a test generates. With {@code -Ddocs.write=true}, the test rewrites the page. */
public final class GeneratedDocument {
    private GeneratedDocument() {}

    /**
     * Checks that a page has a generated text.
     *
     * @param page the path below docs
     */
    public static void assertIs(String page, String text) throws IOException {
        Path path = RepositoryText.ROOT.resolve("docs").resolve(page);
        if (Boolean.getBoolean("docs.write")) {
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.writeString(path, text);
        }
        assertThat(path).hasContent(text);
    }
}
