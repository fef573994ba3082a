package dev.chartroom.e2e.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a class of tests if a server sent a request with its own identity that docs/reference/privileged-calls.md does
 * not list. Because each class with a control plane does this, the check covers the whole run.
 */
final class PrivilegedCallsCheck implements AfterAllCallback {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ((?:`[a-z]+` ?)+) \\| `([a-z0-9./]+)` \\|");
    private static final Pattern WORD = Pattern.compile("[a-z]+");
    private static final Pattern DISCOVERY = Pattern.compile("get /(api/v1|apis(/[a-z0-9.-]+/v[0-9a-z]+)?)");

    private static @Nullable PrivilegedCalls calls;

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (SharedControlPlane.isRunning()) {
            Set<String> unlisted = new TreeSet<>(next());
            unlisted.removeAll(listed(
                    Files.readString(ModuleDirectory.basedir().resolve("../docs/reference/privileged-calls.md"))));
            unlisted.removeIf(call -> DISCOVERY.matcher(call).matches());
            assertThat(unlisted)
                    .as("calls of the server that docs/reference/privileged-calls.md does not list")
                    .isEmpty();
        }
    }

    private static synchronized Set<String> next() {
        if (calls == null) {
            calls = SharedControlPlane.get()
                    .auditLog()
                    .map(PrivilegedCalls::new)
                    .orElse(null);
        }
        return calls == null ? Set.of() : calls.next();
    }

    /** Returns the calls that the page lists, in the form of {@link PrivilegedCalls}. */
    static Set<String> listed(String page) {
        Set<String> listed = new TreeSet<>();
        for (MatchResult row : ROW.matcher(page).results().toList()) {
            WORD.matcher(row.group(1)).results().forEach(verb -> listed.add(verb.group() + " " + row.group(2)));
        }
        return listed;
    }
}
