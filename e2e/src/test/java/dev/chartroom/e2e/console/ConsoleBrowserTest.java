package dev.chartroom.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.harness.DevServer;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The console that {@code chartroom dev} serves, in a real browser. The tests are in {@code console/app/browser}. If {@code
 * console.pictures} is a folder, it gets the pictures of the documents.
 */
class ConsoleBrowserTest {
    private static final Pattern ADDRESS = Pattern.compile("(http://127[.]0[.]0[.]1:\\d+/console)#code=\\S+");

    @BeforeAll
    static void requireBrowser() throws IOException, InterruptedException {
        BrowserTests.require();
    }

    @Test
    void everyFlowOfAUserWorks() throws IOException, InterruptedException {
        Path directory = ModuleDirectory.newWorkDirectory("console");
        try (DevServer server = DevServer.start(directory)) {
            Matcher address = ADDRESS.matcher(server.said());
            assertThat(address.find()).as(server.said()).isTrue();

            BrowserTests.run(Map.of(
                    "CHARTROOM_CONSOLE", address.group(1) + "/",
                    "CHARTROOM_CONSOLE_LOGIN", address.group(),
                    "CHARTROOM_KUBECONFIG", directory.resolve("kubeconfig").toString(),
                    "CHARTROOM_PICTURES", System.getProperty("console.pictures", "")));
        }
    }
}
