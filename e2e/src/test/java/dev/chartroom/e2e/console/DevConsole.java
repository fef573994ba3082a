package dev.chartroom.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The console that {@code chartroom dev} serves. Its tests are in {@code console/app/browser}. */
final class DevConsole {
    private static final Pattern ADDRESS = Pattern.compile("(http://127[.]0[.]0[.]1:\\d+/console)#code=\\S+");

    private DevConsole() {}

    /**
     * Runs tests against a new server.
     *
     * @param part the tests, as {@code console/app/vitest.browser.config.ts} divides them
     */
    static void run(String part) throws IOException, InterruptedException {
        Path directory = ModuleDirectory.newWorkDirectory("console");
        try (DevServer server = DevServer.start(directory)) {
            Matcher address = ADDRESS.matcher(server.said());
            assertThat(address.find()).as(server.said()).isTrue();

            BrowserTests.run(Map.of(
                    "CHARTROOM_BROWSER_TESTS", part,
                    "CHARTROOM_CONSOLE", address.group(1) + "/",
                    "CHARTROOM_CONSOLE_LOGIN", address.group(),
                    "CHARTROOM_KUBECONFIG", directory.resolve("kubeconfig").toString(),
                    "CHARTROOM_PICTURES", System.getProperty("console.pictures", "")));
        }
    }
}
