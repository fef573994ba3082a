package dev.chartroom.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents and comments have none of the habits that make a reader read twice, as far as a pattern can find them. */
class ProseTest {
    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern MARGIN = Pattern.compile("\\s*\n\\s*\\*? ?");
    private static final int EXCERPT = 60;

    /**
     * A habit and what to write instead.
     *
     * @param habit matches almost nothing else
     */
    private record Rule(String instead, Pattern habit) {
        Rule(String instead, String habit) {
            this(instead, Pattern.compile(habit));
        }
    }

    private static final List<Rule> RULES = List.of(
            new Rule("name the actor", "\\b([Ww]hoever|[Ss]omebody|[Ss]omeone|[Aa]nybody|[Nn]obody)\\b"),
            new Rule("begin with a subject", "(?<=[.] |/\\*\\* |^)(Who|Where|What) [a-z]+ (?![^.]*[?])"),
            new Rule("write notify, report or return", "\\b(tells|told) (of|that|whether)\\b"),
            new Rule("write except", "\\bbut for\\b"),
            new Rule("write again", "\\banew\\b"),
            new Rule("write if", ", where (it|that|this|there|they) "),
            new Rule("write heartbeat or renew", "signs? of life"));

    @Test
    void documentsFollowTheRules() throws IOException {
        List<String> findings = new ArrayList<>();
        for (Path document : RepositoryText.files(RepositoryText.ROOT, ".md")) {
            String prose = CODE_BLOCK.matcher(Files.readString(document)).replaceAll("");
            for (String paragraph : prose.split("\n\n+|\n(?=[-|#])")) {
                findings(document, paragraph, findings);
            }
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void commentsFollowTheRules() throws IOException {
        List<String> findings = new ArrayList<>();
        for (Path source : RepositoryText.files(RepositoryText.ROOT, ".java")) {
            for (String comment : RepositoryText.comments(Files.readString(source))) {
                findings(source, comment, findings);
            }
        }
        assertThat(findings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/** Whoever reads it waits. */ | name the actor",
                "It ends. Where there is none, it waits. | begin with a subject",
                "/** What the client sent. */ | begin with a subject",
                "The server is told of a change. | write notify, report or return",
                "All but for the last are read. | write except",
                "It reads everything anew. | write again",
                "It waits, where that is possible. | write if",
                "It gives a sign of life. | write heartbeat or renew"
            })
    void habitIsFound(String text, String instead) {
        List<String> findings = new ArrayList<>();
        findings(RepositoryText.ROOT.resolve("file"), text, findings);
        assertThat(findings).singleElement().asString().contains(instead);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The server returns the object. It says where the object is.",
                "/** Returns the place where Flux stores the chart. */",
                "What is a kind definition? It declares a kind."
            })
    void plainTextIsAccepted(String text) {
        List<String> findings = new ArrayList<>();
        findings(RepositoryText.ROOT.resolve("file"), text, findings);
        assertThat(findings).isEmpty();
    }

    private static void findings(Path file, String text, List<String> findings) {
        String line = MARGIN.matcher(text).replaceAll(" ");
        for (Rule rule : RULES) {
            rule.habit()
                    .matcher(line)
                    .results()
                    .forEach(found -> findings.add("%s: %s: %s"
                            .formatted(
                                    RepositoryText.ROOT.relativize(file),
                                    rule.instead(),
                                    line.substring(
                                            Math.max(0, found.start() - EXCERPT),
                                            Math.min(line.length(), found.end() + EXCERPT)))));
        }
    }
}
