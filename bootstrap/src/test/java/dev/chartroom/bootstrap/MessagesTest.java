package dev.chartroom.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of messages names only texts that the program has. */
class MessagesTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern MESSAGE = Pattern.compile("(?m)^\\| `([^`]+)` \\|");

    /** Two parts of a text that are on several lines of the source. */
    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

    @Test
    void programHasEachDocumentedMessage() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/tasks/messages.md"));
        String own = page.substring(page.indexOf("## From Chartroom"), page.indexOf("## From kubectl"));
        List<String> messages =
                MESSAGE.matcher(own).results().map(match -> match.group(1)).toList();
        String sources = sources();

        assertThat(messages)
                .hasSizeGreaterThan(10)
                .allSatisfy(message -> assertThat(message.split("\\.\\.\\.", -1))
                        .allSatisfy(part -> assertThat(sources).contains(part.strip())));
    }

    private static String sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            List<Path> folders = modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList();
            StringBuilder sources = new StringBuilder();
            for (Path folder : folders) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                            .toList()) {
                        sources.append(JOINT.matcher(Files.readString(file)).replaceAll(""));
                    }
                }
            }
            return sources.toString();
        }
    }
}
