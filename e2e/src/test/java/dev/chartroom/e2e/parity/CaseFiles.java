package dev.chartroom.e2e.parity;

import dev.chartroom.conformance.cases.CaseLibrary;
import dev.chartroom.conformance.cases.CaseReader;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.document.Yaml;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The files of kinds, cases and recordings. Cases that need no knowledge of a kind are in the module conformance. */
final class CaseFiles {
    /**
     * The folder in the sources, not on the class path, because recordings are written into it. A property overrides
     * it.
     */
    static final Path FOLDER = Path.of(System.getProperty(
            "parity.folder",
            ModuleDirectory.basedir().resolve("src/test/resources/parity").toString()));

    private CaseFiles() {}

    /** Returns the kinds of {@code parity/kinds}. */
    static List<TestKind> kinds() {
        return Yaml.files(FOLDER.resolve("kinds")).stream()
                .map(file -> TestKind.of(Yaml.read(file)))
                .toList();
    }

    /** Returns the shipped cases and those of {@code parity/cases}, by topic. */
    static List<ParityCase> cases() {
        Map<String, List<ParityCase>> byTopic = new TreeMap<>();
        CaseLibrary.all().forEach(each -> add(byTopic, each));
        Path folder = FOLDER.resolve("cases");
        for (Path file : Yaml.files(folder)) {
            String topic = folder.relativize(file).toString().replaceFirst("\\.yaml$", "");
            Yaml.readAll(file).forEach(document -> add(byTopic, CaseReader.read(topic, document)));
        }
        List<ParityCase> cases = byTopic.values().stream().flatMap(List::stream).toList();
        Set<String> ids = new HashSet<>();
        for (ParityCase each : cases) {
            if (!ids.add(each.id())) {
                throw new IllegalArgumentException("two cases are called " + each.id());
            }
        }
        return cases;
    }

    /**
     * Returns the cases whose topics match the glob in the property {@code parity.cases}; all cases without the
     * property.
     */
    static List<ParityCase> wantedCases() {
        PathMatcher wanted =
                FileSystems.getDefault().getPathMatcher("glob:" + System.getProperty("parity.cases", "**"));
        return cases().stream()
                .filter(each -> wanted.matches(Path.of(each.topic())))
                .toList();
    }

    /** Returns whether {@link #wantedCases} returns all cases. */
    static boolean allAreWanted() {
        return System.getProperty("parity.cases") == null;
    }

    private static void add(Map<String, List<ParityCase>> byTopic, ParityCase parityCase) {
        byTopic.computeIfAbsent(parityCase.topic(), _ -> new ArrayList<>()).add(parityCase);
    }
}
