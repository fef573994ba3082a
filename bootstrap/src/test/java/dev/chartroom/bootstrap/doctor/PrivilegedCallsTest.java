package dev.chartroom.bootstrap.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of privileged calls has the rights in deploy/rbac.yaml, no more and no less. */
class PrivilegedCallsTest {
    private static final Path PAGE = Path.of("../docs/reference/privileged-calls.md");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| ((?:`[a-z]+` ?)+) \\| `([a-z0-9./]+)` \\| .* \\| ([^|]*) \\|$");
    private static final Pattern WORD = Pattern.compile("[a-z]+");
    private static final Pattern ROLE = Pattern.compile("^`([a-z0-9:-]+)`$");

    @Test
    void pageListsExactlyTheRightsOfTheServer() throws IOException {
        Set<String> granted = new TreeSet<>();
        for (ServerRules.Rule rule : ServerRules.read()) {
            for (String group : rule.groups()) {
                for (String resource : rule.resources()) {
                    String name = resource + (group.isEmpty() ? "" : "." + group);
                    rule.verbs().forEach(verb -> granted.add(verb + " " + name + " by " + rule.role()));
                }
            }
        }
        Set<String> listed = new TreeSet<>();
        for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
            // Rights of other files have no role alone in the last column.
            ROLE.matcher(row.group(3))
                    .results()
                    .forEach(role -> WORD.matcher(row.group(1))
                            .results()
                            .forEach(verb -> listed.add(verb.group() + " " + row.group(2) + " by " + role.group(1))));
        }

        assertThat(listed).hasSizeGreaterThan(40).isEqualTo(granted);
    }
}
