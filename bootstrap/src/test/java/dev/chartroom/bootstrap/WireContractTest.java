package dev.chartroom.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** docs/wire-contract.md defines the codes that sources and test data cite, and the tests that it names exist. */
class WireContractTest {
    private static final List<Path> CASES = List.of(
            RepositoryText.ROOT.resolve("e2e/src/test/resources/parity"),
            RepositoryText.ROOT.resolve("conformance/src/main/resources/dev/chartroom/conformance"));

    private static final Pattern DEFINED = Pattern.compile("(?m)^\\| ([A-IN]\\d{1,2}) \\|");
    private static final Pattern OBSERVED = Pattern.compile("observed: `(\\w+)\\.(\\w+)`");
    private static final Pattern OBSERVED_CASE = Pattern.compile("observed: `ParityTest`, case `([\\w/-]+)/([\\w-]+)`");

    private static final Pattern CODE = Pattern.compile("(?<![\\w%])[A-IN]\\d{1,2}\\b");
    private static final Pattern RANGE = Pattern.compile("([A-IN])(\\d{1,2})\\s+to[\\s*]+\\1(\\d{1,2})\\b");
    private static final Pattern OF_CASE = Pattern.compile("(?m)^contract: ([A-IN]\\d{1,2}(?:,[A-IN]\\d{1,2})*)$");
    private static final Pattern IN_STRING = Pattern.compile("\"contract\", \"([A-IN]\\d{1,2}(?:,[A-IN]\\d{1,2})*)\"");

    private static String contract;
    private static List<Path> sources;

    @BeforeAll
    static void read() throws IOException {
        contract = Files.readString(RepositoryText.ROOT.resolve("docs/wire-contract.md"));
        sources = RepositoryText.files(RepositoryText.ROOT, ".java");
    }

    @Test
    void everyCitedCodeIsDefinedAndEveryDefinedCodeIsCited() throws IOException {
        Set<String> cited = new TreeSet<>();
        for (Path source : sources) {
            String text = Files.readString(source);
            RepositoryText.comments(text).forEach(comment -> addCodes(cited, comment));
            groups(IN_STRING, text).forEach(codes -> cited.addAll(List.of(codes.split(","))));
        }
        for (Path folder : CASES) {
            for (Path cases : RepositoryText.files(folder, ".yaml")) {
                groups(OF_CASE, Files.readString(cases)).forEach(codes -> cited.addAll(List.of(codes.split(","))));
            }
        }

        assertThat(new TreeSet<>(groups(DEFINED, contract))).isEqualTo(cited);
    }

    @Test
    void everyTestThatIsNamedAsASourceExists() throws IOException {
        Matcher observed = OBSERVED.matcher(contract);
        int named = 0;
        while (observed.find()) {
            String file = observed.group(1) + ".java";
            String method = " void " + observed.group(2) + "(";
            assertThat(sources)
                    .filteredOn(source -> source.endsWith(file))
                    .as(observed.group())
                    .anySatisfy(source -> assertThat(Files.readString(source)).contains(method));
            named++;
        }
        assertThat(named).isPositive();
    }

    @Test
    void everyCaseThatIsNamedAsASourceExists() throws IOException {
        Matcher observed = OBSERVED_CASE.matcher(contract);
        int named = 0;
        while (observed.find()) {
            String file = "cases/" + observed.group(1) + ".yaml";
            assertThat(CASES.stream().map(folder -> folder.resolve(file)).filter(Files::exists))
                    .as(observed.group())
                    .anySatisfy(
                            cases -> assertThat(Files.readString(cases)).contains("name: " + observed.group(2) + "\n"));
            named++;
        }
        assertThat(named).isPositive();
    }

    private static void addCodes(Set<String> cited, String comment) {
        CODE.matcher(comment).results().forEach(code -> cited.add(code.group()));
        RANGE.matcher(comment).results().forEach(range -> {
            for (int number = Integer.parseInt(range.group(2)); number <= Integer.parseInt(range.group(3)); number++) {
                cited.add(range.group(1) + number);
            }
        });
    }

    private static List<String> groups(Pattern pattern, String text) {
        List<String> groups = new ArrayList<>();
        pattern.matcher(text)
                .results()
                .filter(found -> found.group(1) != null)
                .forEach(found -> groups.add(found.group(1)));
        return groups;
    }
}
