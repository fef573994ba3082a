package dev.chartroom.apimachinery.schema.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Compares formats with kube-openapi's strfmt. A line of answers.tsv has the format, the verdict and the text as JSON,
 * between tabs.
 */
final class StringFormatTest {
    @Test
    void formatsAcceptTheSameTextsAsKubeApiserver() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<String> answers = answers();
        for (String answer : answers) {
            String[] fields = answer.split("\t", -1);
            String text = ((JsonString) TestJson.parse(fields[2])).value();
            boolean admitted = StringFormat.of(fields[0]).orElseThrow().admits(text);
            if (admitted != Boolean.parseBoolean(fields[1])) {
                wrong.add(answer);
            }
        }

        assertThat(answers).hasSizeGreaterThan(1000);
        assertThat(wrong).isEmpty();
    }

    @Test
    void unknownFormatIsEmpty() {
        assertThat(StringFormat.of("int32")).isEmpty();
        assertThat(StringFormat.of("")).isEmpty();
    }

    /** The texts are many thousand times as long as any valid text. The check must end before the timeout. */
    @Test
    @Timeout(60)
    void longTextsAreCheckedBeforeTheTimeout() {
        for (String answer : List.of("a.", "1h", "A@", "::", "AAAA", "(", "0")) {
            String text = answer.repeat(200_000);
            for (String format :
                    List.of("uri", "email", "hostname", "ipv6", "cidr", "byte", "duration", "isbn", "mac")) {
                assertThat(StringFormat.of(format).orElseThrow().admits(text)).isIn(true, false);
            }
        }
    }

    private static List<String> answers() throws IOException {
        try (var file = Objects.requireNonNull(StringFormatTest.class.getResourceAsStream("/format/answers.tsv"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }
}
