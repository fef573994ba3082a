package dev.chartroom.adapters.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code and the numbers in docs/writing-a-store.md match the example. */
class WritingAStoreTest {
    private static final Path ROOT = Path.of("..");
    private static final Path MAIN = Path.of("src/main/java/dev/chartroom/adapters/catalogue");
    private static final Path TEST = Path.of("src/test/java/dev/chartroom/adapters/catalogue");
    private static final Pattern GRANT = Pattern.compile("(?m)^\\| `(\\{.*})` \\| `(GRANT .*)` \\|$");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```$");

    @Test
    void everyExcerptIsInTheCode() throws IOException {
        String code = code();
        List<String> excerpts = BLOCK.matcher(Files.readString(ROOT.resolve("docs/writing-a-store.md")))
                .results()
                .map(block -> block.group(1))
                .toList();

        assertThat(excerpts)
                .hasSizeGreaterThan(8)
                .allSatisfy(excerpt -> assertThat(code).contains(excerpt));
        assertThat(code).doesNotContain(excerpts.getFirst().replace("list(", "lost("));
    }

    @Test
    void portAndContractAreLessThanThreeHundredLines() throws IOException {
        long lines = 0;
        for (Path file : List.of(
                MAIN.resolve("PostgresCatalogue.java"),
                TEST.resolve("CatalogueContract.java"),
                TEST.resolve("PostgresRoleStoreTest.java"))) {
            lines += Files.readAllLines(file).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("import ") && !line.startsWith("package "))
                    .count();
        }

        assertThat(lines).isBetween(100L, 299L);
    }

    @Test
    void documentedGrantsProduceTheDocumentedStatements() throws IOException, SQLException {
        List<MatchResult> rows = GRANT.matcher(Files.readString(ROOT.resolve("docs/writing-a-store.md")))
                .results()
                .toList();

        assertThat(rows).hasSize(4);
        for (MatchResult row : rows) {
            JsonObject spec =
                    (JsonObject) PostgresServer.CODEC.parseYaml(row.group(1).getBytes(UTF_8));
            List<String> statements = new Grants(new Memberships(), new Privileges()).create(spec);
            // The page omits the quotes that the code always writes.
            assertThat(String.join("`, `", statements).replace("\"", "")).isEqualTo(row.group(2));
        }
    }

    private static String code() throws IOException {
        StringBuilder code = new StringBuilder();
        for (Path folder : List.of(MAIN, TEST, ROOT.resolve("ports/src/main/java/dev/chartroom/ports/storage"))) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.sorted().toList()) {
                    // This file is skipped, because it contains text of the page as well.
                    if (!file.endsWith("WritingAStoreTest.java")) {
                        code.append(Files.readString(file));
                    }
                }
            }
        }
        return code.toString();
    }
}
